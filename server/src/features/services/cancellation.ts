import type { CancellationRequest } from '@headwater/contract/services/schema';
import { mailAccountHolder } from '../../lib/account-holder.ts';
import { recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import type { Who } from '../../lib/who.ts';
import { announceService, named, titleOf } from './change-status.ts';
import { type LockedService, lockService } from './store.ts';

type Needs = Pick<Deps, 'features' | 'settings'>;

/** Asks the provider to cancel a service. @throws Problem `conflict` when that was asked already, or when it is over. */
export async function requestCancellation(
  deps: Needs,
  tx: Tx,
  who: Who,
  serviceId: number,
  wish: CancellationRequest,
): Promise<void> {
  const service = await lockOwn(tx, serviceId);
  if (service.domainstatus === 'Cancelled' || service.domainstatus === 'Terminated') {
    throw new Problem('conflict', `This service is ${service.domainstatus} already.`);
  }
  const made = await tx.db
    .insertInto('service_cancellations')
    .values({ service_id: serviceId, customer_id: who.customerId, requested_by: who.name, ...wish })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) {
    throw new Problem('conflict', 'The cancellation of this service was requested already.');
  }
  await recordActivity(tx.db, who, {
    action: 'service.cancellation-requested',
    ...named(service),
    changes: { cancellation: { from: null, to: wish.type }, reason: { from: null, to: wish.reason } },
  });
  const values = { service: titleOf(service), type: wish.type };
  await mailAccountHolder(tx.db, deps.settings, who.customerId, { template: 'cancellation-requested', values });
  await announceLocked(deps, tx, service);
}

/** @throws Problem `conflict` when no cancellation was requested. */
export async function withdrawCancellation(deps: Needs, tx: Tx, who: Who, serviceId: number): Promise<void> {
  const service = await lockOwn(tx, serviceId);
  const request = await tx.db
    .deleteFrom('service_cancellations')
    .where('service_id', '=', serviceId)
    .returning('type')
    .executeTakeFirst();
  if (!request) throw new Problem('conflict', 'No cancellation of this service was requested.');
  await recordActivity(tx.db, who, {
    action: 'service.cancellation-withdrawn',
    ...named(service),
    changes: { cancellation: { from: request.type, to: null } },
  });
  const values = { service: titleOf(service) };
  await mailAccountHolder(tx.db, deps.settings, who.customerId, { template: 'cancellation-withdrawn', values });
  await announceLocked(deps, tx, service);
}

async function lockOwn(tx: Tx, serviceId: number): Promise<LockedService> {
  const service = await lockService(tx, serviceId);
  if (!service) throw notFound('Service');
  return service;
}

const announceLocked = (deps: Needs, tx: Tx, { id, customer_id, domainstatus }: LockedService) =>
  announceService(deps, tx, { id, customerId: customer_id, domainstatus });
