import { activityRoutes } from '@headwater/contract/activity/routes';
import type { Feature } from '../../lib/feature.ts';
import { activityExport } from './export.ts';
import { serveActivity } from './routes.ts';
import { sweepActivity } from './sweep.ts';

export const feature: Feature = {
  routes: activityRoutes,
  serve: serveActivity,
  downloads: { activity: activityExport },
  jobs: [{ name: 'sweep-activity', cron: '27 3 * * *', run: sweepActivity }],
};
