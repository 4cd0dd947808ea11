import type { Service } from '@headwater/contract/services/schema';
import { type Actor, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import { lockFeeds } from '../../lib/desired-state.ts';
import type { Deps, ServiceChange } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import type { LockedService } from './store.ts';

type Announce = Pick<Deps, 'features' | 'settings'>;
type Status = Service['domainstatus'];

/** For the activity log. */
export const named = ({ id, domain }: { id: number; domain: string }) => ({
  object: { type: 'service', id, name: domain },
  serviceId: id,
});

/** For people: what a message about the service calls it. */
export const titleOf = ({ product, domain }: { product: string; domain: string }) => `${product} (${domain})`;

/** Tells the browsers and every feature that follows services, in the transaction of the change, as its last step. */
export async function announceService(deps: Announce, tx: Pick<Tx, 'db'>, service: ServiceChange): Promise<void> {
  const event = { topic: 'services', serviceId: service.id, id: String(service.id) };
  await notify(tx.db, { customerId: service.customerId, event });
  const publishes: (() => Promise<void>)[] = [];
  for (const { onServiceChange } of deps.features) {
    const publish = await onServiceChange?.(deps, tx, service);
    if (publish) publishes.push(publish);
  }
  if (publishes.length > 0) await lockFeeds(tx);
  for (const publish of publishes) await publish();
}

/**
 * Gives a locked service another status. One that is over has no request to cancel it any more; one that is Active
 * again after its trial is paid for. As the owner's role: customers cannot.
 */
export async function changeStatus(
  deps: Announce,
  tx: Pick<Tx, 'db'>,
  service: LockedService,
  to: Status,
  { by, action }: { by: Actor; action: 'service.status-changed' | 'service.trial-ended' },
): Promise<void> {
  const isPaidNow = to === 'Active' && service.trial_ends_at !== null && service.trial_ends_at <= new Date();
  await tx.db
    .updateTable('services')
    .set({ domainstatus: to, ...(isPaidNow && { trial_ends_at: null }) })
    .where('id', '=', service.id)
    .execute();
  if (to === 'Cancelled' || to === 'Terminated') {
    await tx.db.deleteFrom('service_cancellations').where('service_id', '=', service.id).execute();
  }
  const changes = {
    domainstatus: { from: service.domainstatus, to },
    ...(isPaidNow && { trialEndsAt: { from: service.trial_ends_at!.toISOString(), to: null } }),
  };
  await recordActivity(tx.db, by, { action, ...named(service), changes });
  await announceService(deps, tx, { id: service.id, customerId: service.customer_id, domainstatus: to });
}
