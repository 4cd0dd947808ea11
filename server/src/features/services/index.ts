import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveServices } from './routes.ts';

export { findService } from './store.ts';

export const feature: Feature = {
  routes: serviceRoutes,
  serve: serveServices,
  topics: { services: 'services.view' },
};
