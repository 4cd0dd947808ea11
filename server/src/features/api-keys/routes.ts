import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import type { Tx } from '../../lib/db.ts';
import type { Serve } from '../../lib/feature.ts';
import { notFound } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { createKey } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';
import { findKey, listKeys, toApiKey } from './store.ts';

export const serveApiKeys: Serve = (deps) => {
  const { database } = deps;

  const show = async (tx: Tx, id: string) => {
    const row = await findKey(tx, id);
    if (!row) throw notFound('API key');
    return toApiKey(row);
  };

  serve(deps, apiKeyRoutes, {
    async listApiKeys({ who }) {
      const rows = await database.readAsCustomer(who.customerId, listKeys);
      return { apiKeys: rows.map(toApiKey) };
    },

    async createApiKey({ who, body }) {
      const { id, token } = await createKey(deps, who, body);
      return { apiKey: await database.readAsCustomer(who.customerId, (tx) => show(tx, id)), token };
    },

    revokeApiKey: ({ who, params: { keyId } }) =>
      database.asCustomer(who.customerId, async (tx) => {
        await revokeKey(tx, who, keyId);
        return { apiKey: await show(tx, keyId) };
      }),
  });
};
