import { sql } from 'kysely';
import type { Database, Tx } from '../../../lib/db.ts';
import { putDesiredState } from '../../../lib/desired-state.ts';
import { notify } from '../../../lib/notify.ts';
import type { RecordingRow } from './store.ts';

type Dropped = Pick<RecordingRow, 'id' | 'customer_id' | 'stream_id' | 'storage_node_id'>;

/** Deletes a recording: its storage is told, and a live node that still has it hears so when it next speaks of it. */
export async function dropRecording(tx: Pick<Tx, 'db'>, recording: Dropped): Promise<void> {
  await sql`update recordings set deleted_at = now() where id = ${recording.id}`.execute(tx.db);
  await notify(tx.db, {
    customerId: recording.customer_id,
    event: { topic: 'recordings', serviceId: null, id: recording.stream_id },
  });
  if (recording.storage_node_id === null) return;
  await putDesiredState(tx, 'storage', `recording/${recording.id}`, recording.customer_id, null);
}

/** Deletes the recordings that were kept as long as their streams say. */
export async function sweepRecordings({ owner }: Database): Promise<void> {
  await owner.transaction().execute(async (db) => {
    const { rows } = await sql<Dropped>`
      select r.id, r.customer_id, r.stream_id, r.storage_node_id from recordings r join streams s on s.id = r.stream_id
      where r.deleted_at is null and r.ended_at is not null and r.state <> 'recording'
        and r.ended_at < now() - make_interval(days => (s.settings -> 'dvr' ->> 'retentionDays')::int)
      order by r.id limit 1000 for update of r`.execute(db);
    for (const row of rows) await dropRecording({ db }, row);
    // By then no node speaks of them any more.
    await sql`delete from recordings where deleted_at < now() - interval '30 days'`.execute(db);
  });
}
