import type { NewTrial } from '@headwater/contract/services/schema';
import { mailAccountHolder } from '../../lib/account-holder.ts';
import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { fieldProblem, Problem } from '../../lib/problem.ts';
import type { Who } from '../../lib/who.ts';
import { announceService, named } from './change-status.ts';
import { findTrial } from './products.ts';
import { hasServices, lockCustomer } from './store.ts';

/**
 * Starts a trial for an account that has had no service yet. Of two that race, one wins.
 * @returns the new service's id.
 */
export async function startTrial(
  deps: Pick<Deps, 'features' | 'settings'>,
  tx: Tx,
  who: Who,
  { product, domain }: NewTrial,
): Promise<number> {
  const trial = await findTrial(tx, product);
  if (!trial) throw fieldProblem('not_found', 'product', 'There is no such trial. Choose one of the list.');
  await lockCustomer(tx, who.customerId);
  if (await hasServices(tx, who.customerId)) {
    throw new Problem('trial_used', 'A trial is for an account that has had no service yet.');
  }
  const endsAt = new Date(Date.now() + trial.trial_days! * 86_400_000);
  const service = { product: trial.name, domain, domainstatus: 'Active', trial_ends_at: endsAt };
  const { id } = await tx.db
    .insertInto('services')
    .values({ ...service, customer_id: who.customerId, is_cdn_plus: trial.is_cdn_plus })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordActivity(tx.db, who, {
    action: 'service.trial-started',
    ...named({ id, domain }),
    changes: changesBetween({}, { product: trial.name, domain, trialEndsAt: endsAt.toISOString() }),
  });
  const link = `${deps.settings.publicUrl}/${id}/dashboard`;
  const values = { product: trial.name, domain, endsAt, link };
  await mailAccountHolder(tx.db, deps.settings, who.customerId, { template: 'trial-started', values });
  await announceService(deps, tx, { id, customerId: who.customerId, domainstatus: 'Active' });
  return id;
}
