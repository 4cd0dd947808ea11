import { statusRoutes } from '@headwater/contract/status/routes';
import type { Screen, Topics } from '../../lib/feature.ts';

export const screens: Screen[] = [
  {
    frame: 'home',
    path: 'service-status',
    title: 'Service Status',
    load: async () => (await import('./StatusScreen.tsx')).StatusScreen,
  },
];

export const topics: Topics = { status: { concerns: (path) => path === statusRoutes.getStatus.path } };
