import type { NewRecord, RecordUpdate } from '@headwater/contract/dns/record';
import type { z } from 'zod';
import type { Actor } from '../../../lib/activity.ts';
import type { Deps } from '../../../lib/feature.ts';
import { notFound, Problem } from '../../../lib/problem.ts';
import { etagMatches } from '../../../lib/revision.ts';
import type { DomainKey } from '../domains/store.ts';
import { type ChangeCounts, readOlder } from './change-store.ts';
import { nameOf, type ZoneEdit } from './edit.ts';
import type { RecordRow } from './store.ts';
import { changeRecords, type RecordDeed } from './write.ts';

type WriteDeps = Pick<Deps, 'database' | 'settings'>;
type RecordKey = DomainKey & { recordId: string };

export const createRecord = (
  deps: WriteDeps,
  actor: Actor,
  key: DomainKey,
  { status, note, ...input }: z.output<typeof NewRecord>,
): Promise<RecordRow> => {
  const deed = {
    action: 'record.created',
    summary: () => `${input.type} record of ${input.host || '@'} created`,
  } as const;
  return changeRecords(deps, actor, key, deed, (edit) => edit.add(input, { status, note }));
};

/** @throws Problem `record_changed` when somebody else was faster, with what each field is by now. */
export const updateRecord = (
  deps: WriteDeps,
  actor: Actor,
  key: RecordKey,
  { note, ...update }: z.output<typeof RecordUpdate>,
  ifMatch: string | null,
): Promise<RecordRow> => {
  const deed = { action: 'record.changed', summary: () => 'A record changed' } as const;
  return changeRecords(deps, actor, key, deed, async (edit, tx) => {
    const row = need(edit, key.recordId);
    if (!etagMatches(ifMatch, row.revision)) {
      const older = await readOlder(tx, row);
      const known = older.find(({ revision }) => etagMatches(ifMatch, revision));
      throw changedMeanwhile(row, known, edit.domain);
    }
    const value = edit.read({ ...row, ...named(update) });
    const wanted = { ...row, ...value, note: note ?? row.note };
    // What the secret address was bound to is another name now, and so is what the edges serve.
    if (wanted.host !== row.host) Object.assign(wanted, { dynamic_hash: null, proxy: false });
    return isSame(row, wanted) ? row : edit.place(wanted);
  });
};

const named = <T extends object>(update: T) =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const fields = ['host', 'record', 'ttl', 'priority', 'weight', 'port', 'note'] as const;
type Values = Pick<RecordRow, (typeof fields)[number]>;
const isSame = (a: Values, b: Values) => fields.every((field) => a[field] === b[field]);

/** @param known the version that was looked at, where it is still kept: else each field is told. */
function changedMeanwhile(row: RecordRow, known: Values | undefined, domain: ZoneEdit['domain']): Problem {
  const changed = fields.filter((field) => (known ? row[field] !== known[field] : row[field] !== null));
  const errors = changed.map((field) => ({ field, message: `It is now ${row[field] === '' ? 'empty' : row[field]}` }));
  const when = row.updated_at.toISOString();
  return new Problem('record_changed', `${nameOf(row, domain)} was changed by somebody else at ${when}.`, {
    errors,
  });
}

/** @returns the records that were removed. @throws Problem `not_found` when one of those named is not there. */
export const removeRecords = (
  deps: WriteDeps,
  actor: Actor,
  key: DomainKey,
  which: readonly string[] | 'all',
): Promise<RecordRow[]> => {
  const single = which !== 'all' && which.length === 1;
  const deed = {
    action: single ? 'record.deleted' : 'domain.records-deleted',
    summary: ({ removed }: ChangeCounts) => `${count(removed)} deleted`,
  } as const;
  return changeRecords(deps, actor, key, deed, (edit) => {
    const rows = which === 'all' ? edit.rows() : [...new Set(which)].map((id) => need(edit, id));
    for (const { id } of rows) edit.remove(id);
    return rows;
  });
};

/** @returns how many records changed. */
export const setRecordsStatus = (
  deps: WriteDeps,
  actor: Actor,
  key: DomainKey,
  ids: readonly string[],
  status: 0 | 1,
): Promise<number> => {
  const verb = status === 1 ? 'enabled' : 'disabled';
  const deed: RecordDeed = {
    action: ids.length === 1 ? `record.${verb}` : `domain.records-${verb}`,
    summary: ({ changed }) => `${count(changed)} ${verb}`,
  };
  return changeRecords(deps, actor, key, deed, (edit) => {
    const rows = [...new Set(ids)].map((id) => need(edit, id)).filter((row) => row.status !== status);
    edit.placeAll(rows.map((row) => ({ ...row, status })));
    return rows.length;
  });
};

export function need(edit: ZoneEdit, id: string): RecordRow {
  const row = edit.find(id);
  if (!row) throw notFound('Record');
  return row;
}

export const count = (records: number): string => (records === 1 ? '1 record' : `${records} records`);
