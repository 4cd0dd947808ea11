import { accountRoutes } from '@headwater/contract/account/routes';
import { Permission } from '@headwater/contract/lib/permissions';
import type { Serve } from '../../lib/feature.ts';
import { Problem } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { endSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { findAccount } from './store.ts';

export const serveAccount: Serve = (deps) => {
  const { database } = deps;
  serve(deps, accountRoutes, {
    async login({ body, request }) {
      const { token, contactid } = await signIn(database, body, request);
      return { message: 'Signed in.', token, contactid };
    },

    async logout({ who }) {
      await endSession(database, who);
      return { message: 'Signed out.' };
    },

    async getSession({ who }) {
      const account = await findAccount(database, who.userId);
      // The account went away between the session check and now.
      if (!account) throw new Problem('expired_token', 'Expired token');
      const contact = account.contact && {
        ...account.contact,
        permissions: Permission.array().parse([...who.permissions]),
      };
      return {
        client: account.client,
        contact,
        isSubContact: !who.isOwner,
        permissions: [...who.permissions],
        expiresAt: who.expiresAt.toISOString(),
      };
    },
  });
};
