import type { Preload } from '../../lib/feature.ts';

export const preload: Preload[] = [
  // Those who are signed in pass the sign-in page on their way home.
  { path: '^/(login|home)?$', frame: 'home', screen: 'HomeScreen.tsx' },
  { path: '^/\\d+(/dashboard)?$', frame: 'service', screen: 'DashboardScreen.tsx' },
];
