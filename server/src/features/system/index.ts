import { systemRoutes } from '@headwater/contract/system/routes';
import type { Feature } from '../../lib/feature.ts';
import { sweepIdempotencyKeys } from '../../lib/idempotency.ts';
import { sweepKeys } from '../../lib/one-time-keys.ts';
import { serveSystem } from './routes.ts';

export { type Roles, readHealth } from './health.ts';

export const feature: Feature = {
  routes: systemRoutes,
  serve: serveSystem,
  jobs: [
    { name: 'sweep-idempotency-keys', cron: '47 * * * *', run: sweepIdempotencyKeys },
    { name: 'sweep-one-time-keys', cron: '57 * * * *', run: sweepKeys },
  ],
};
