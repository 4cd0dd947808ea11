import type { networkRoutes } from '@headwater/contract/network/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof networkRoutes> = { routes: { getIpRanges: {} } };
