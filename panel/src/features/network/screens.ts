import { networkRoutes } from '@headwater/contract/network/routes';
import type { Screen } from '../../lib/feature.ts';

export const screens: Screen[] = [
  {
    frame: 'home',
    path: 'ip-ranges',
    title: 'IP ranges',
    access: networkRoutes.getIpRanges.access,
    load: async () => (await import('./IpRangesScreen.tsx')).IpRangesScreen,
  },
];
