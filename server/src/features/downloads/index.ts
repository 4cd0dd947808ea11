import { downloadRoutes } from '@headwater/contract/downloads/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveDownloads } from './routes.ts';
import { sweepTickets } from './tickets.ts';

export const feature: Feature = {
  routes: downloadRoutes,
  serve: serveDownloads,
  jobs: [{ name: 'sweep-download-tickets', cron: '17 * * * *', run: sweepTickets }],
};
