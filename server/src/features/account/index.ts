import { accountRoutes } from '@headwater/contract/account/routes';
import type { Feature } from '../../lib/feature.ts';
import { sweepInvitations } from './invitations.ts';
import { serveAccount } from './routes.ts';
import { readSession, readSessionById } from './sessions.ts';
import { sweepAccounts, sweepSessions } from './sweep.ts';

export { askPassword } from './change-password.ts';
export { dropSecondStep } from './drop-second-step.ts';
export { mailInvitation } from './invitations.ts';
export { readMailedKey } from './mailed-keys.ts';
export { hashPassword, refuseOwnAddress, verifyPassword } from './passwords.ts';
export { actorOf, findCustomer, findPerson, nameOf } from './people.ts';
export { endSessions, permissionsOf } from './sessions.ts';

export const feature: Feature = {
  routes: accountRoutes,
  serve: serveAccount,
  tokens: { hws: ({ database }, request, token) => readSession(database, request, token) },
  readCredential: ({ database }, request, id) => readSessionById(database, request, id),
  topics: { account: null, session: null },
  jobs: [
    { name: 'sweep-sessions', cron: '7 * * * *', run: sweepSessions },
    { name: 'sweep-accounts', cron: '27 4 * * *', run: sweepAccounts },
    { name: 'sweep-invitations', cron: '17 4 * * *', run: sweepInvitations },
  ],
};
