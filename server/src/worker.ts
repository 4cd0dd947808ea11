import { sql } from 'kysely';
import { type SendMail, startMailer } from './features/mail/index.ts';
import { loadFeatures } from './features.ts';
import type { Database } from './lib/db.ts';
import { startJobs } from './lib/jobs.ts';
import { Listener } from './lib/listen.ts';
import { mailChannel } from './lib/mail.ts';
import type { LookUpDelegation } from './lib/parent-zone.ts';
import type { Settings } from './lib/settings.ts';

const beatEveryMs = 10_000;

/** The background worker: scheduled jobs, mail, and a heartbeat that health reads. */
export async function startWorker(
  settings: Settings,
  database: Database,
  { transport, lookUpDelegation }: { transport: SendMail; lookUpDelegation: LookUpDelegation },
): Promise<{ stop: () => Promise<void> }> {
  const features = await loadFeatures();
  const deps = { features, lookUpDelegation, settings };
  const running = await startJobs(database, deps, (error) => console.error(`jobs: ${error.message}`));
  const listener = new Listener(settings.databaseUrl);
  await listener.start([mailChannel]);
  const mailer = startMailer({ database, settings, transport, listener });
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
      await Promise.all([running.stop(), mailer.stop()]);
      await listener.close();
    },
  };
}
