import { sql } from 'kysely';
import { sweepSessions } from './features/account/index.ts';
import { sweepFeed } from './features/nodes/index.ts';
import { sweepUsage } from './features/usage/index.ts';
import { sweepZones } from './features/zones/index.ts';
import type { Database } from './lib/db.ts';
import { type ScheduledJob, startJobs } from './lib/jobs.ts';
import type { Settings } from './lib/settings.ts';

const jobs: ScheduledJob[] = [
  { name: 'sweep-sessions', cron: '7 * * * *', run: sweepSessions },
  { name: 'sweep-feed', cron: '17 * * * *', run: sweepFeed },
  { name: 'sweep-usage', cron: '27 * * * *', run: sweepUsage },
  { name: 'sweep-zones', cron: '37 * * * *', run: sweepZones },
];

const beatEveryMs = 10_000;

/** The background worker: scheduled jobs, and a heartbeat that health reads. */
export async function startWorker(settings: Settings, database: Database): Promise<{ stop: () => Promise<void> }> {
  const running = await startJobs(settings, database, jobs, (error) => console.error(`jobs: ${error.message}`));
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
