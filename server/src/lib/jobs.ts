import { PgBoss } from 'pg-boss';
import type { Database } from './db.ts';
import type { Deps } from './feature.ts';

/** What a job may need beyond the database. */
export type JobDeps = Pick<Deps, 'features' | 'lookUpDelegation' | 'settings'>;

/** Work on a timetable (cron, UTC). Running twice must do no harm: a worker that dies half-way is followed by another. */
export type ScheduledJob = { name: string; cron: string; run: (database: Database, deps: JobDeps) => Promise<void> };

// Nobody waits for a sweep; a worker at rest should cost next to nothing.
const pollingIntervalSeconds = 30;

/** Runs the features' scheduled jobs; many workers share them, and each due run is done by one. */
export async function startJobs(
  database: Database,
  deps: JobDeps,
  onError: (error: Error) => void,
): Promise<{ stop: () => Promise<void> }> {
  const jobs = deps.features.flatMap((feature) => feature.jobs ?? []);
  const boss = new PgBoss({ connectionString: deps.settings.databaseUrl, schema: 'jobs', max: 4 });
  boss.on('error', onError);
  await boss.start();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true });
    await boss.schedule(name, cron, {}, { tz: 'UTC' });
    await boss.work(name, { batchSize: 1, pollingIntervalSeconds }, () => run(database, deps));
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
