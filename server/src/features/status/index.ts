import { statusRoutes } from '@headwater/contract/status/routes';
import type { Feature } from '../../lib/feature.ts';
import { checkStatus } from './check.ts';
import { sweepStatus } from './history.ts';
import { serveStatus } from './routes.ts';

export const feature: Feature = {
  routes: statusRoutes,
  serve: serveStatus,
  topics: { status: null },
  jobs: [
    { name: 'check-status', cron: '* * * * *', run: checkStatus },
    { name: 'sweep-status', cron: '27 3 * * *', run: sweepStatus },
  ],
};
