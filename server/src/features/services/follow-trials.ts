import { sql } from 'kysely';
import { mailAccountHolder } from '../../lib/account-holder.ts';
import { system } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { changeStatus, titleOf } from './change-status.ts';
import { lockService } from './store.ts';

const warnDays = 3;

/** Says once that a trial ends soon, and ends those whose time is over. */
export async function followTrials(database: Database, deps: JobDeps): Promise<void> {
  await warnOfEnds(database, deps);
  await endTrials(database, deps);
}

async function warnOfEnds({ owner }: Database, { settings }: JobDeps): Promise<void> {
  // A trial that is no longer than the notice has been told its end when it started.
  await owner.transaction().execute(async (tx) => {
    const due = await tx
      .updateTable('services')
      .set({ trial_warned_at: sql`now()` })
      .where('trial_warned_at', 'is', null)
      .where('domainstatus', '=', 'Active')
      .where(
        sql<boolean>`trial_ends_at > now() and trial_ends_at <= now() + make_interval(days => ${warnDays})
          and trial_ends_at > created_at + make_interval(days => ${warnDays})`,
      )
      .returning(['customer_id', 'product', 'domain', 'trial_ends_at'])
      .execute();
    for (const service of due) {
      const values = { service: titleOf(service), endsAt: service.trial_ends_at! };
      await mailAccountHolder(tx, settings, service.customer_id, { template: 'trial-ending', values });
    }
  });
}

async function endTrials({ owner }: Database, deps: JobDeps): Promise<void> {
  const isOver = sql<boolean>`domainstatus = 'Active' and trial_ends_at <= now()`;
  const over = await owner.selectFrom('services').select('id').where(isOver).orderBy('trial_ends_at').execute();
  for (const { id } of over) {
    await owner.transaction().execute(async (db) => {
      const service = await lockService({ db }, id);
      // Somebody was faster: another worker, or an operator who made it a paid one.
      const stillOver =
        service?.domainstatus === 'Active' && service.trial_ends_at !== null && service.trial_ends_at <= new Date();
      if (!service || !stillOver) return;
      const values = { service: titleOf(service) };
      await mailAccountHolder(db, deps.settings, service.customer_id, { template: 'trial-ended', values });
      const by = system(service.customer_id);
      await changeStatus(deps, { db }, service, 'Suspended', { by, action: 'service.trial-ended' });
    });
  }
}
