import { PgBoss } from 'pg-boss';
import type { Database } from './db.ts';
import type { Settings } from './settings.ts';

/** Work on a timetable (cron, UTC). Running twice must do no harm: a worker that dies half-way is followed by another. */
export type ScheduledJob = { name: string; cron: string; run: (database: Database) => Promise<void> };

// Nobody waits for a sweep; a worker at rest should cost next to nothing.
const pollingIntervalSeconds = 30;

/** Runs the scheduled jobs; many workers share them, and each due run is done by one. */
export async function startJobs(
  settings: Pick<Settings, 'databaseUrl'>,
  database: Database,
  jobs: ScheduledJob[],
  onError: (error: Error) => void,
): Promise<{ stop: () => Promise<void> }> {
  const boss = new PgBoss({ connectionString: settings.databaseUrl, schema: 'jobs', max: 4 });
  boss.on('error', onError);
  await boss.start();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true });
    await boss.schedule(name, cron, {}, { tz: 'UTC' });
    await boss.work(name, { batchSize: 1, pollingIntervalSeconds }, () => run(database));
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
