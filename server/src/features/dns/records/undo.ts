import type { LastChange } from '@headwater/contract/dns/record';
import type { Deps } from '../../../lib/feature.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Who } from '../../../lib/who.ts';
import type { DomainKey } from '../domains/store.ts';
import { describeChange, forgetChange, type KeptBatch, type KeptRow, readChange } from './change-store.ts';
import type { ZoneEdit } from './edit.ts';
import { changeRecords } from './write.ts';

/**
 * Brings back what the last change of a domain's records changed.
 * @throws Problem `nothing_to_undo`; `conflict` when one of its records was changed since, by its dynamic URL.
 */
export const undoChange = (
  deps: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  key: DomainKey,
): Promise<LastChange> => {
  const deed = { action: 'domain.change-undone', summary: () => '', final: true } as const;
  return changeRecords(deps, who, key, deed, async (edit, tx) => {
    const [batches, described] = await Promise.all([readChange(tx, key.domainId), describeChange(tx, key.domainId)]);
    if (!described) throw new Problem('nothing_to_undo', 'There is no change that could be undone.');
    undoBatches(edit, batches);
    await forgetChange(tx, key.domainId);
    return described;
  });
};

function undoBatches(edit: ZoneEdit, batches: KeptBatch[]): void {
  const { first, last } = wholeOf(batches);
  for (const [id, revision] of last) {
    if (edit.find(id)?.revision === revision) continue;
    throw new Problem('conflict', 'A record of this change was changed since: it cannot be undone as a whole.');
  }
  // First everything goes, so that nothing stands in the way of what comes back.
  const left = new Map([...last.keys()].map((id) => [id, edit.remove(id)]));
  const restored = [...first.values()].flatMap((row) => {
    if (row === null) return [];
    const current = left.get(row.id);
    return {
      ...row,
      // A revision only grows; a secret address stays what it is now, and does not come back with a deleted record.
      revision: current?.revision ?? row.revision,
      dynamic_hash: current?.dynamic_hash ?? null,
      dynamic_used_at: current?.dynamic_used_at ?? null,
      created_at: new Date(row.created_at),
      updated_at: new Date(),
    };
  });
  edit.placeAll(restored);
}

/** Each record as it was before the first batch, null where it was not there, and the revision that the last one left. */
function wholeOf(batches: KeptBatch[]) {
  const first = new Map<string, KeptRow | null>();
  const last = new Map<string, number>();
  for (const { before, after } of batches) {
    for (const row of before) {
      if (!first.has(row.id)) first.set(row.id, row);
      last.delete(row.id);
    }
    for (const { id, revision } of after) {
      if (!first.has(id)) first.set(id, null);
      last.set(id, revision);
    }
  }
  return { first, last };
}
