import type { Screen, Topics } from '../../lib/feature.ts';
import { SignInScreen } from './SignInScreen.tsx';

// The sign-in page travels with the entry, so that a visitor waits for nothing else.
const signIn = { frame: 'bare', guest: 'only', component: SignInScreen } as const;

export const screens: Screen[] = [
  { ...signIn, path: '' },
  { ...signIn, path: 'login' },
  { frame: 'bare', path: 'logout', guest: true, load: async () => (await import('./LogoutScreen.tsx')).LogoutScreen },
];

export const topics: Topics = { session: { concerns: (path) => path === '/auth/session' } };
