import type { activityRoutes } from '@headwater/contract/activity/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof activityRoutes> = {
  routes: { listActivity: { query: '?search=zone' }, ticketActivity: { body: { type: 'zone' } } },
};
