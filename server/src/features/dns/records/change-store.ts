import type { LastChange } from '@headwater/contract/dns/record';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import type { DomainRow } from '../domains/store.ts';
import type { Difference } from './edit.ts';
import type { RecordRow } from './store.ts';
import type { RecordDeed } from './write.ts';

type ChangeRow = { operation: string | null; summary: string; by_name: string; at: Date } & KeptDifference;
/** As JSON brings it back. */
type KeptRow = Omit<RecordRow, 'created_at' | 'updated_at' | 'dynamic_used_at'>;
type KeptDifference = { before: KeptRow[]; after: KeptRow[] };

/** Keeps what the newest change did, in the place of the one before; batches of one operation are one change. */
export async function keepChange(
  { db }: Pick<Tx, 'db'>,
  domain: DomainRow,
  byName: string,
  deed: RecordDeed,
  difference: Difference,
): Promise<void> {
  const earlier = deed.operation ? await findChange({ db }, domain.id) : undefined;
  const whole = earlier && earlier.operation === deed.operation ? join(earlier, difference) : difference;
  const values = {
    operation: deed.operation ?? null,
    summary: deed.summary(whole as Difference),
    by_name: byName,
    at: new Date(),
    before: JSON.stringify(withoutSecrets(whole.before)),
    after: JSON.stringify(withoutSecrets(whole.after)),
  };
  await db
    .insertInto('dns_changes')
    .values({ domain_id: domain.id, customer_id: domain.customer_id, ...values })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet(values))
    .execute();
}

export async function findChange({ db }: Pick<Tx, 'db'>, domainId: string): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    select operation, summary, by_name, at, before, after from dns_changes where domain_id = ${domainId}`.execute(db);
  return rows[0];
}

/** What lists show of the last change: its rows are only counted. */
export async function describeChange({ db }: Pick<Tx, 'db'>, domainId: string): Promise<LastChange | null> {
  const { rows } = await sql<{
    summary: string;
    by_name: string;
    at: Date;
    added: number;
    changed: number;
    removed: number;
  }>`
    select c.summary, c.by_name, c.at, n.* from dns_changes c, lateral (
      select count(*) filter (where b.id is null) as added, count(*) filter (where b.id is not null and a.id is not null) as changed,
        count(*) filter (where a.id is null) as removed
      from (select e->>'id' as id from jsonb_array_elements(c.before) e) b
      full join (select e->>'id' as id from jsonb_array_elements(c.after) e) a on a.id = b.id
    ) n where c.domain_id = ${domainId}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { summary, by_name, at, added, changed, removed } = row;
  return { summary, by: by_name, at: at.toISOString(), added, changed, removed };
}

export const forgetChange = ({ db }: Pick<Tx, 'db'>, domainId: string) =>
  db.deleteFrom('dns_changes').where('domain_id', '=', domainId).execute();

/** A record's secret address is dead once the record is gone: nothing brings it back. */
const withoutSecrets = (rows: readonly (RecordRow | KeptRow)[]) => rows.map((row) => ({ ...row, dynamic_hash: null }));

/** The difference from before the first batch to after the newest. */
function join(earlier: KeptDifference, later: Difference): KeptDifference {
  const made = new Set(earlier.after.map(({ id }) => id));
  const gone = new Set(later.before.map(({ id }) => id));
  return {
    before: [...earlier.before, ...later.before.filter(({ id }) => !made.has(id))],
    after: [...earlier.after.filter(({ id }) => !gone.has(id)), ...later.after],
  };
}
