import type { serviceRoutes } from '@headwater/contract/services/routes';
import type { FeatureSamples } from '../samples.ts';

const reason = { type: 'Immediate', reason: 'We have moved elsewhere.' };

export const samples: FeatureSamples<typeof serviceRoutes> = {
  routes: {
    listServices: {},
    getService: {},
    updateService: { body: { favorite: true } },
    requestCancellation: { body: reason },
    withdrawCancellation: {
      before: (world, owner) => world.ask(owner, 'POST', `/services/${owner.serviceId}/cancellation`, reason),
    },
    listProducts: {},
    startTrial: {
      body: { product: 'trial-cdn', domain: 'first.example' },
      // Trials are for accounts that have had no service yet.
      before: ({ database }, owner) =>
        database.ownerPool.query('delete from services where customer_id = $1', [owner.customerId]),
    },
  },
};
