import type { nodeRoutes } from '@headwater/contract/nodes/routes';
import type { FeatureSamples } from '../samples.ts';

export const samples: FeatureSamples<typeof nodeRoutes> = {
  routes: {
    joinNode: { body: { token: 'hwj_none' } },
    followFeed: { query: '?waitSeconds=0' },
    reportNode: { body: { epoch: null, appliedSeq: 0, refused: [], version: '1', serving: true, warnings: [] } },
    reportUsage: { body: { batchId: 'matrix', minutes: [] } },
    reportDnsUsage: { body: { batchId: 'matrix-dns', hours: [], gaps: [] } },
  },
};
