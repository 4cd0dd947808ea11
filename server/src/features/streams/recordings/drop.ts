import { sql } from 'kysely';
import type { Database, Tx } from '../../../lib/db.ts';
import { putDesiredState } from '../../../lib/desired-state.ts';
import type { Deps } from '../../../lib/feature.ts';
import type { JobDeps } from '../../../lib/jobs.ts';
import { notify } from '../../../lib/notify.ts';
import { republishWithin } from '../publish.ts';
import type { RecordingRow } from './store.ts';

type Dropped = Pick<RecordingRow, 'id' | 'customer_id' | 'stream_id' | 'storage_node_id'>;

/**
 * Deletes recordings, of streams that are locked by now: storages are told, and a live node that still has one hears so when
 * it next speaks of it.
 */
export async function dropRecordings(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  recordings: readonly Dropped[],
): Promise<void> {
  const ids = recordings.map(({ id }) => id);
  await sql`update recordings set deleted_at = now() where id = any (${ids}::text[])`.execute(tx.db);
  const { rows: streams } = await sql<{ id: string; customer_id: number; service_id: number }>`
    select id, customer_id, service_id from streams where id = any (${recordings.map((one) => one.stream_id)}::text[])`.execute(
    tx.db,
  );
  for (const { id, customer_id: customerId, service_id: serviceId } of streams)
    await notify(tx.db, { customerId, event: { topic: 'recordings', serviceId, id } });
  const stored = recordings.filter((one) => one.storage_node_id !== null);
  if (stored.length === 0) return;
  // The last that a storage had of a stream frees the stream's path for another storage. The edges' feed comes first.
  await republishWithin(deps, tx, sql`s.id = any (${stored.map((one) => one.stream_id)}::text[])`);
  for (const { id, customer_id: customerId } of stored)
    await putDesiredState(tx, 'storage', `recording/${id}`, customerId, null);
}

const mostAtOnce = 1000;

/** Deletes the recordings that were kept as long as their streams say. */
export async function sweepRecordings({ owner }: Database, deps: JobDeps): Promise<void> {
  const isOver = sql`r.deleted_at is null and r.ended_at is not null and r.state <> 'recording'
    and r.ended_at < now() - make_interval(days => (s.settings -> 'dvr' ->> 'retentionDays')::int)`;
  await owner.transaction().execute(async (db) => {
    // Streams before recordings, here as everywhere.
    const { rows: streams } = await sql<{ id: string }>`
      select s.id from streams s where s.id in (
        select r.stream_id from recordings r join streams s on s.id = r.stream_id where ${isOver}
        order by r.id limit ${mostAtOnce})
      order by s.id for update`.execute(db);
    const { rows } = await sql<Dropped>`
      select r.id, r.customer_id, r.stream_id, r.storage_node_id from recordings r join streams s on s.id = r.stream_id
      where ${isOver} and s.id = any (${streams.map(({ id }) => id)}::text[])
      order by r.id limit ${mostAtOnce} for update of r`.execute(db);
    if (rows.length > 0) await dropRecordings(deps, { db }, rows);
    // By then no node speaks of them any more.
    await sql`delete from recordings where deleted_at < now() - interval '30 days'`.execute(db);
  });
}
