import { accountRoutes } from '@headwater/contract/account/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveAccount } from './routes.ts';
import { readSession } from './sessions.ts';
import { sweepSessions } from './sweep.ts';

export { hashPassword, verifyPassword } from './passwords.ts';
export { findCustomer } from './people.ts';
export { permissionsOf } from './sessions.ts';
export { findOwnerEmail } from './store.ts';

export const feature: Feature = {
  routes: accountRoutes,
  serve: serveAccount,
  tokens: { hws: ({ database }, request, token) => readSession(database, request, token) },
  topics: { session: null },
  jobs: [{ name: 'sweep-sessions', cron: '7 * * * *', run: sweepSessions }],
};
