import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Feature } from '../../lib/feature.ts';
import { followTrials } from './follow-trials.ts';
import { serveServices } from './routes.ts';

export { countOnEmptyPage } from './empty-page.ts';
export { refuseInactive } from './refuse-inactive.ts';
export { findService, readServiceStatus } from './store.ts';

export const feature: Feature = {
  routes: serviceRoutes,
  serve: serveServices,
  topics: { services: 'services.view' },
  jobs: [{ name: 'follow-trials', cron: '*/5 * * * *', run: followTrials }],
};
