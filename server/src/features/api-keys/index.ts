import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import type { Feature } from '../../lib/feature.ts';
import { readKey, readKeyById } from './read-key.ts';
import { serveApiKeys } from './routes.ts';

export const feature: Feature = {
  routes: apiKeyRoutes,
  serve: serveApiKeys,
  tokens: { hwk: ({ database }, request, token) => readKey(database, request, token) },
  readCredential: ({ database }, request, id) => readKeyById(database, request, id),
  topics: { 'api-keys': 'api.view' },
};
