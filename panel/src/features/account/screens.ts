import type { Screen, Topics } from '../../lib/feature.ts';
import { SignInScreen } from './SignInScreen.tsx';

// The sign-in page travels with the entry, so that a visitor waits for nothing else.
const signIn = { frame: 'bare', guest: 'only', component: SignInScreen } as const;
// Mailed links are opened by whoever reads the message, signed in or not.
const forAnyone = { frame: 'bare', guest: true } as const;

export const screens: Screen[] = [
  { ...signIn, path: '' },
  { ...signIn, path: 'login' },
  {
    frame: 'bare',
    guest: 'only',
    path: 'signup',
    load: async () => (await import('./SignUpScreen.tsx')).SignUpScreen,
  },
  {
    ...forAnyone,
    path: 'forgot-password',
    load: async () => (await import('./ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
  },
  {
    ...forAnyone,
    path: 'reset-password',
    load: async () => (await import('./ResetPasswordScreen.tsx')).ResetPasswordScreen,
  },
  {
    ...forAnyone,
    path: 'verify-email',
    load: async () => (await import('./VerifyEmailScreen.tsx')).VerifyEmailScreen,
  },
  {
    ...forAnyone,
    path: 'confirm-email',
    load: async () => (await import('./ConfirmEmailScreen.tsx')).ConfirmEmailScreen,
  },
  { ...forAnyone, path: 'logout', load: async () => (await import('./LogoutScreen.tsx')).LogoutScreen },
  {
    frame: 'home',
    path: 'my-details',
    title: 'Account details',
    load: async () => (await import('./MyDetailsScreen.tsx')).MyDetailsScreen,
  },
];

export const topics: Topics = {
  session: { concerns: (path) => path === '/auth/session' || path === '/auth/sessions' },
  account: { concerns: (path) => path === '/auth/session' || path === '/account' },
};
