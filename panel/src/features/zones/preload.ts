import type { Preload } from '../../lib/feature.ts';

export const preload: Preload[] = [
  { path: '^/\\d+/zones/http/pull$', frame: 'service', screen: 'ZonesScreen.tsx' },
  { path: '^/\\d+/zones/http/pull/', frame: 'service', screen: 'ZoneScreen.tsx' },
];
