import type { Preload } from '../../lib/feature.ts';

export const preload: Preload[] = [
  { path: '^/home/contacts$', frame: 'home', screen: 'ContactsScreen.tsx' },
  { path: '^/home/contacts/', frame: 'home', screen: 'ContactScreen.tsx' },
  { path: '^/invitation$', frame: 'bare', screen: 'InvitationScreen.tsx' },
];
