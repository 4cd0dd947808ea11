import { activityRoutes } from '@headwater/contract/activity/routes';
import type { Screen, Topics } from '../../lib/feature.ts';
import { readActivitySearch } from './activity-search.ts';

export const screens: Screen[] = [
  {
    frame: 'service',
    path: 'account/activity-log',
    title: 'Activity log',
    access: activityRoutes.listActivity.access,
    readSearch: readActivitySearch,
    load: async () => (await import('./ActivityScreen.tsx')).ActivityScreen,
  },
];

// Whatever is told about was done by somebody, and stands in the log.
const topic = { concerns: (path: string) => path === activityRoutes.listActivity.path };
export const topics: Topics = {
  account: topic,
  'api-keys': topic,
  contacts: topic,
  purges: topic,
  services: topic,
  session: topic,
  zones: topic,
};
