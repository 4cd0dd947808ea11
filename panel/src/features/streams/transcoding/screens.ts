import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import type { Screen } from '../../../lib/feature.ts';

const base = 'streams/settings/live-transcoding';

export const transcodingScreens: readonly Screen[] = [
  {
    frame: 'service',
    path: `${base}/profiles/$profileId`,
    title: 'Transcoding profile',
    access: transcodingRoutes.getLiveProfile.access,
    hiddenForCdnPlus: true,
    load: async () => (await import('./ProfileScreen.tsx')).ProfileScreen,
  },
  {
    frame: 'service',
    path: `${base}/filters/$filterId`,
    title: 'Filter',
    access: transcodingRoutes.getLiveFilter.access,
    hiddenForCdnPlus: true,
    load: async () => (await import('./FilterScreen.tsx')).FilterScreen,
  },
];
