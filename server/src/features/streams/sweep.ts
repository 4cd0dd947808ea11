import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import { dropRecording } from './recordings/drop.ts';
import type { RecordingRow } from './recordings/store.ts';
import { restorableDays } from './to-stream.ts';

/** How long each is kept, in days. */
const healthDays = 2;
const sessionDays = 90;

/** Removes streams that can no longer be restored, with their recordings, and what was told of others long ago. */
export async function sweepStreams({ owner }: Database): Promise<void> {
  await owner.transaction().execute(async (db) => {
    const over = sql`select id from streams where deleted_at < now() - make_interval(days => ${restorableDays})`;
    const { rows } = await sql<RecordingRow>`
      select * from recordings where deleted_at is null and stream_id in (${over}) order by id`.execute(db);
    for (const row of rows) await dropRecording({ db }, row);
    await sql`delete from streams where id in (${over})`.execute(db);
  });
  await sql`delete from stream_health where at < now() - make_interval(days => ${healthDays})`.execute(owner);
  await sql`
    delete from stream_sessions where started_at < now() - make_interval(days => ${sessionDays})
      and state in ('ended', 'refused')`.execute(owner);
}
