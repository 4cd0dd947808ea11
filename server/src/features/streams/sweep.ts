import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { restorableDays } from '../../lib/restorable.ts';
import { dropRecordings } from './recordings/drop.ts';
import type { RecordingRow } from './recordings/store.ts';

/** How long each is kept, in days. */
const healthDays = 2;
const sessionDays = 90;

/** Removes streams that can no longer be restored, with their recordings, and what was told of others long ago. */
export async function sweepStreams({ owner }: Database, deps: JobDeps): Promise<void> {
  await owner.transaction().execute(async (db) => {
    // Rows before feeds, and streams before recordings: here as everywhere.
    const { rows: over } = await sql<{ id: string }>`
      select id from streams where deleted_at < now() - make_interval(days => ${restorableDays})
      order by id for update`.execute(db);
    const ids = sql`${over.map(({ id }) => id)}::text[]`;
    const { rows } = await sql<RecordingRow>`
      select * from recordings where deleted_at is null and stream_id = any (${ids}) order by id for update`.execute(
      db,
    );
    if (rows.length > 0) await dropRecordings(deps, { db }, rows);
    await sql`delete from streams where id = any (${ids})`.execute(db);
  });
  await sql`delete from stream_health where at < now() - make_interval(days => ${healthDays})`.execute(owner);
  await sql`
    delete from stream_sessions where started_at < now() - make_interval(days => ${sessionDays})
      and state in ('ended', 'refused')`.execute(owner);
}
