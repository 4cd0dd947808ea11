import type { Preload } from '../../lib/feature.ts';

export const preload: Preload[] = [{ path: '^/home/my-emails$', frame: 'home', screen: 'EmailsScreen.tsx' }];
