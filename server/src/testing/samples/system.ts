import type { systemRoutes } from '@headwater/contract/system/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof systemRoutes> = {
  routes: { getHealth: {}, getSettings: {}, streamEvents: {}, describeApi: {} },
};
