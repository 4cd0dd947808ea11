import { sql } from 'kysely';
import { mailAccountHolder } from '../../lib/account-holder.ts';
import { system } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import type { JobDeps } from '../../lib/jobs.ts';
import { changeStatus, titleOf } from './change-status.ts';
import { lockService } from './store.ts';

const warnDays = 3;

/**
 * Says once that a trial ends soon, and ends those whose time is over; each in a transaction of its own, so that one that
 * fails keeps none of the others waiting.
 */
export async function followTrials(database: Database, deps: JobDeps): Promise<void> {
  const failures: unknown[] = [];
  const oneByOne = async (ids: number[], follow: (id: number) => Promise<void>) => {
    for (const id of ids) {
      await follow(id).catch((error: unknown) => {
        console.error(`follow-trials: service ${id}:`, error);
        failures.push(error);
      });
    }
  };
  await oneByOne(await listDue(database, soonOver), (id) => warnOfEnd(database, deps, id));
  await oneByOne(await listDue(database, over), (id) => endTrial(database, deps, id));
  // After all the others had their turn: the job is tried again.
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} trials could not be followed`);
}

// A trial that is no longer than the notice has been told its end when it started.
const soonOver = sql<boolean>`trial_warned_at is null and domainstatus = 'Active'
  and trial_ends_at > now() and trial_ends_at <= now() + make_interval(days => ${warnDays})
  and trial_ends_at > created_at + make_interval(days => ${warnDays})`;
const over = sql<boolean>`domainstatus = 'Active' and trial_ends_at <= now()`;

async function listDue({ owner }: Database, due: typeof over): Promise<number[]> {
  const rows = await owner.selectFrom('services').select('id').where(due).orderBy('trial_ends_at').execute();
  return rows.map(({ id }) => id);
}

const warnOfEnd = ({ owner }: Database, { settings }: JobDeps, id: number): Promise<void> =>
  owner.transaction().execute(async (tx) => {
    const service = await tx
      .updateTable('services')
      .set({ trial_warned_at: sql`now()` })
      .where('id', '=', id)
      .where(soonOver)
      .returning(['customer_id', 'product', 'domain', 'trial_ends_at'])
      .executeTakeFirst();
    if (!service) return;
    const values = { service: titleOf(service), endsAt: service.trial_ends_at! };
    await mailAccountHolder(tx, settings, service.customer_id, { template: 'trial-ending', values });
  });

const endTrial = ({ owner }: Database, deps: JobDeps, id: number): Promise<void> =>
  owner.transaction().execute(async (db) => {
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
