import { messages } from '@headwater/contract/lib/messages';
import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Serve } from '../../lib/feature.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { findOwnerEmail } from '../account/index.ts';
import { findService, listServices, toService } from './store.ts';

export const serveServices: Serve = (deps) => {
  const { database } = deps;
  serve(deps, serviceRoutes, {
    async listServices({ who }) {
      const [rows, ownerEmail] = await Promise.all([
        database.readAsCustomer(who.customerId, listServices),
        findOwnerEmail(database, who.customerId),
      ]);
      if (rows.length === 0) throw new Problem('no_services', messages.noServices);
      return { services: rows.map((row) => toService(row, ownerEmail)) };
    },

    async getService({ who, params }) {
      const [row, ownerEmail] = await Promise.all([
        database.readAsCustomer(who.customerId, (tx) => findService(tx, params.serviceId)),
        findOwnerEmail(database, who.customerId),
      ]);
      if (!row) throw notFound('Service');
      return { service: toService(row, ownerEmail) };
    },
  });
};
