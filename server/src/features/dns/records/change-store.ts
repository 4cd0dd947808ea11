import type { LastChange } from '@headwater/contract/dns/record';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import type { DB } from '../../../lib/schema.gen.ts';
import type { DomainRow } from '../domains/store.ts';
import type { Difference } from './edit.ts';
import type { RecordRow } from './store.ts';

/** How much a change came to, all batches of its operation together. */
export type ChangeCounts = { added: number; changed: number; removed: number };

/** A record as JSON brings it back. */
export type KeptRow = Omit<RecordRow, 'created_at' | 'updated_at' | 'dynamic_used_at'> & { created_at: string };
/** One batch: what stood there before, and what it left. */
export type KeptBatch = { before: KeptRow[]; after: { id: string; revision: number }[] };

type Kept = { operation: string | undefined; byName: string; summary: (counts: ChangeCounts) => string };

/** Keeps what the newest change did, in the place of the one before; batches of one operation are one change. */
export async function keepChange(
  { db }: Pick<Tx, 'db'>,
  domain: DomainRow,
  { operation, byName, summary }: Kept,
  { before, after }: Difference,
): Promise<void> {
  const earlier = operation ? await findNewest(db, domain.id) : undefined;
  const goesOn = earlier !== undefined && earlier.operation === operation;
  if (!goesOn) await forgetChange({ db }, domain.id);
  const old = new Set(before.map(({ id }) => id));
  const changed = after.filter(({ id }) => old.has(id)).length;
  const counts = {
    added: after.length - changed + (goesOn ? earlier.added : 0),
    changed: changed + (goesOn ? earlier.changed : 0),
    removed: before.length - changed + (goesOn ? earlier.removed : 0),
  };
  await db
    .insertInto('dns_changes')
    .values({
      domain_id: domain.id,
      customer_id: domain.customer_id,
      operation: operation ?? null,
      by_name: byName,
      summary: summary(counts),
      ...counts,
      // A record's secret address is dead once the record is gone: nothing brings it back.
      before: JSON.stringify(before.map((row) => ({ ...row, dynamic_hash: null }))),
      after: JSON.stringify(after.map(({ id, revision }) => ({ id, revision }))),
    })
    .execute();
}

type Summary = Pick<Selectable<DB['dns_changes']>, 'operation' | 'summary' | 'by_name' | 'at' | keyof ChangeCounts>;

const findNewest = (db: Tx['db'], domainId: string): Promise<Summary | undefined> =>
  db
    .selectFrom('dns_changes')
    .select(['operation', 'summary', 'by_name', 'at', 'added', 'changed', 'removed'])
    .where('domain_id', '=', domainId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What lists show of the last change. */
export async function describeChange({ db }: Pick<Tx, 'db'>, domainId: string): Promise<LastChange | null> {
  const row = await findNewest(db, domainId);
  if (!row) return null;
  const { summary, by_name, at, added, changed, removed } = row;
  return { summary, by: by_name, at: at.toISOString(), added, changed, removed };
}

/** The batches of the last change, in their order. */
export async function readChange({ db }: Pick<Tx, 'db'>, domainId: string): Promise<KeptBatch[]> {
  const rows = await db
    .selectFrom('dns_changes')
    .select(['before', 'after'])
    .where('domain_id', '=', domainId)
    .orderBy('id')
    .execute();
  return rows as unknown as KeptBatch[];
}

/** A record's older versions, as far as the last change knows them. */
export async function readOlder({ db }: Pick<Tx, 'db'>, { id, domain_id }: RecordRow): Promise<KeptRow[]> {
  const { rows } = await sql<{ row: KeptRow }>`
    select row from dns_changes, json_array_elements(before) row
    where domain_id = ${domain_id} and row ->> 'id' = ${id}`.execute(db);
  return rows.map(({ row }) => row);
}

export const forgetChange = ({ db }: Pick<Tx, 'db'>, domainId: string) =>
  db.deleteFrom('dns_changes').where('domain_id', '=', domainId).execute();
