import type { postRoutes } from '@headwater/contract/posts/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof postRoutes> = {
  things: async () => ({ kind: 'help' }),
  routes: { listPosts: {} },
};
