import type { statusRoutes } from '@headwater/contract/status/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof statusRoutes> = { routes: { getStatus: {} } };
