import type { Preload } from '../../lib/feature.ts';

export const preload: Preload[] = [
  { path: '^/\\d+/domains$', frame: 'service', screen: 'DomainsScreen.tsx' },
  { path: '^/\\d+/dns$', frame: 'service', screen: 'DnsScreen.tsx' },
];
