import type { Preload } from '../../lib/feature.ts';

export const preload: Preload[] = [
  { path: '^/signup$', frame: 'bare', screen: 'SignUpScreen.tsx' },
  { path: '^/verify-email$', frame: 'bare', screen: 'VerifyEmailScreen.tsx' },
  { path: '^/reset-password$', frame: 'bare', screen: 'ResetPasswordScreen.tsx' },
  { path: '^/home/my-details$', frame: 'home', screen: 'MyDetailsScreen.tsx' },
];
