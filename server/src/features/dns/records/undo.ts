import type { LastChange } from '@headwater/contract/dns/record';
import type { Deps } from '../../../lib/feature.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Who } from '../../../lib/who.ts';
import type { DomainKey } from '../domains/store.ts';
import { describeChange, findChange, forgetChange } from './change-store.ts';
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
    const [change, described] = await Promise.all([findChange(tx, key.domainId), describeChange(tx, key.domainId)]);
    if (!change || !described) throw new Problem('nothing_to_undo', 'There is no change that could be undone.');
    const old = new Map(change.before.map((row) => [row.id, row]));
    for (const { id, revision } of change.after) {
      if (edit.find(id)?.revision !== revision)
        throw new Problem('conflict', 'A record of this change was changed since: it cannot be undone as a whole.');
    }
    // First everything goes, so that nothing stands in the way of what comes back.
    const now = new Map(change.after.flatMap(({ id }) => [[id, edit.find(id)!] as const]));
    for (const id of now.keys()) edit.remove(id);
    for (const [id, row] of old) {
      const current = now.get(id);
      edit.place({
        ...row,
        // A revision only grows; a secret address stays what it is now, and does not come back with a deleted record.
        revision: current?.revision ?? row.revision,
        dynamic_hash: current?.dynamic_hash ?? null,
        dynamic_used_at: current?.dynamic_used_at ?? null,
        created_at: new Date((row as unknown as { created_at: string }).created_at),
        updated_at: new Date(),
      });
    }
    await forgetChange(tx, key.domainId);
    return described;
  });
};
