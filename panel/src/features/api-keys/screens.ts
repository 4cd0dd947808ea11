import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import type { Screen, Topics } from '../../lib/feature.ts';
import { readKeysSearch } from './keys-search.ts';

export const screens: Screen[] = [
  {
    frame: 'service',
    path: 'account/api',
    title: 'API keys',
    access: apiKeyRoutes.listApiKeys.access,
    readSearch: readKeysSearch,
    load: async () => (await import('./ApiKeysScreen.tsx')).ApiKeysScreen,
  },
];

export const topics: Topics = { 'api-keys': { concerns: (path) => path === apiKeyRoutes.listApiKeys.path } };
