import { messages } from '@headwater/contract/lib/messages';
import { serviceRoutes } from '@headwater/contract/services/routes';
import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import type { Serve } from '../../lib/feature.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { requestCancellation, withdrawCancellation } from './cancellation.ts';
import { announceService, named } from './change-status.ts';
import { listProductGroups } from './products.ts';
import { startTrial } from './start-trial.ts';
import { findService, hasServices, listServices, lockService, toService } from './store.ts';

export const serveServices: Serve = (deps) => {
  const { database } = deps;

  const show = async (tx: Tx, serviceId: number) => {
    const row = await findService(tx, serviceId);
    if (!row) throw notFound('Service');
    return { service: toService(row) };
  };

  serve(deps, serviceRoutes, {
    async listServices({ who }) {
      const rows = await database.readAsCustomer(who.customerId, (tx) => listServices(tx, who.services));
      if (rows.length === 0) throw new Problem('no_services', messages.noServices);
      return { services: rows.map(toService) };
    },

    getService: ({ who, params }) => database.readAsCustomer(who.customerId, (tx) => show(tx, params.serviceId)),

    updateService: ({ who, params, body: { favorite } }) =>
      database.asCustomer(who.customerId, async (tx) => {
        const service = await lockService(tx, params.serviceId);
        if (!service) throw notFound('Service');
        if (service.favorite !== favorite) {
          await tx.db.updateTable('services').set({ favorite }).where('id', '=', service.id).execute();
          const changes = changesBetween(service, { favorite });
          await recordActivity(tx.db, who, { action: 'service.changed', ...named(service), changes });
          const { id, domainstatus } = service;
          await announceService(deps, tx, { id, customerId: who.customerId, domainstatus });
        }
        return show(tx, service.id);
      }),

    requestCancellation: ({ who, params, body }) =>
      database.asCustomer(who.customerId, async (tx) => {
        await requestCancellation(deps, tx, who, params.serviceId, body);
        return show(tx, params.serviceId);
      }),

    withdrawCancellation: ({ who, params }) =>
      database.asCustomer(who.customerId, async (tx) => {
        await withdrawCancellation(deps, tx, who, params.serviceId);
        return show(tx, params.serviceId);
      }),

    listProducts: ({ who }) =>
      database.readAsCustomer(who.customerId, async (tx) => {
        const [groups, hasAny] = await Promise.all([listProductGroups(tx), hasServices(tx, who.customerId)]);
        return { groups, trialAvailable: !hasAny };
      }),

    startTrial: ({ who, body }) =>
      database.asCustomer(who.customerId, async (tx) => show(tx, await startTrial(deps, tx, who, body))),
  });
};
