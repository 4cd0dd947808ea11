import type { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof apiKeyRoutes> = {
  things: async (world, owner) => ({ keyId: (await world.addKey(owner)).id }),
  routes: {
    listApiKeys: {},
    createApiKey: { body: { name: 'Deploy pipeline', permissions: ['api.manage'] } },
    revokeApiKey: {},
  },
};
