import { NodeKind } from '@headwater/contract/nodes/routes';
import { sql } from 'kysely';
import type { Tx } from './db.ts';

/**
 * Writes what nodes of a kind are to do about one thing, and wakes them; null takes it away. The last statements of a
 * transaction: from here until it commits no other change of this kind gets through.
 * @returns the change's place in the feed.
 */
export async function putDesiredState(
  tx: Pick<Tx, 'db'>,
  kind: NodeKind,
  key: string,
  customerId: number,
  doc: object | null,
): Promise<number> {
  const json = doc === null ? null : JSON.stringify(doc);
  const { rows } = await sql<{ seq: number }>`
    select put_desired_state(${kind}, ${key}, ${customerId}, ${json}::jsonb) as seq`.execute(tx.db);
  return rows[0]!.seq;
}

/**
 * Waits for its turn to write for every kind of nodes. Who writes for two kinds takes them in this order, and only after
 * all rows that it needs are locked: so two transactions never wait for each other.
 */
export async function lockFeeds({ db }: Pick<Tx, 'db'>): Promise<void> {
  for (const kind of NodeKind.options)
    await sql`select pg_advisory_xact_lock(hashtext('desired_state'), hashtext(${kind}))`.execute(db);
}
