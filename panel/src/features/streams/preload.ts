import type { Preload } from '../../lib/feature.ts';

const types = '(push|pull|abr|record|dvr|timeshift)';

export const preload: Preload[] = [
  { path: `^/\\d+/streams/${types}$`, frame: 'service', screen: 'StreamsScreen.tsx' },
  { path: `^/\\d+/streams/${types}/`, frame: 'service', screen: 'StreamScreen.tsx' },
];
