import { sql } from 'kysely';
import { loadFeatures } from './features.ts';
import type { Database } from './lib/db.ts';
import { startJobs } from './lib/jobs.ts';
import type { Settings } from './lib/settings.ts';

const beatEveryMs = 10_000;

/** The background worker: scheduled jobs, and a heartbeat that health reads. */
export async function startWorker(settings: Settings, database: Database): Promise<{ stop: () => Promise<void> }> {
  const features = await loadFeatures();
  const running = await startJobs(database, { features, settings }, (error) => console.error(`jobs: ${error.message}`));
  const beat = () =>
    sql`insert into role_heartbeats (role, beat_at) values ('worker', now())
      on conflict (role) do update set beat_at = excluded.beat_at`
      .execute(database.owner)
      .catch((error: Error) => console.error(`heartbeat: ${error.message}`));
  await beat();
  const timer = setInterval(beat, beatEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await running.stop();
    },
  };
}
