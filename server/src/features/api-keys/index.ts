import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import type { Feature } from '../../lib/feature.ts';
import { readKey } from './read-key.ts';
import { serveApiKeys } from './routes.ts';

export { readKeyById } from './read-key.ts';

export const feature: Feature = {
  routes: apiKeyRoutes,
  serve: serveApiKeys,
  tokens: { hwk: ({ database }, request, token) => readKey(database, request, token) },
  topics: { 'api-keys': 'api.view' },
};
