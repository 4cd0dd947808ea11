import type { searchRoutes } from '@headwater/contract/search/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof searchRoutes> = { routes: { search: { query: '?query=site' } } };
