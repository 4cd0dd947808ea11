import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { ApiKey, NewApiKey } from './schema.ts';

const tag = 'API keys';

export const apiKeyRoutes = {
  listApiKeys: route({
    method: 'GET',
    path: '/api-keys',
    summary: 'The API keys of the account, those in use first',
    tag,
    access: 'api.view',
    status: 200,
    reply: success({ apiKeys: z.array(ApiKey) }),
  }),
  createApiKey: route({
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key; its token is shown this once',
    tag,
    access: 'api.manage',
    stepUp: true,
    people: true,
    body: NewApiKey,
    status: 201,
    reply: success({ apiKey: ApiKey, token: z.string() }),
    errors: ['not_found', 'not_held', 'rate_limited'],
  }),
  revokeApiKey: route({
    method: 'DELETE',
    path: '/api-keys/:keyId',
    summary: 'Revoke an API key: its next request is refused',
    tag,
    access: 'api.manage',
    people: true,
    params: z.object({ keyId: z.string().max(64) }),
    status: 200,
    reply: success({ apiKey: ApiKey }),
    errors: ['not_found'],
  }),
};
