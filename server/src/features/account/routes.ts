import { accountRoutes } from '@headwater/contract/account/routes';
import type { Serve } from '../../lib/feature.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { changeEmail, confirmEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { readProfile, updateAccount, updatePerson } from './profile.ts';
import { register } from './register.ts';
import { askForReset, resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { findAccount } from './store.ts';
import { resendVerification, verifyEmail } from './verify.ts';

export const serveAccount: Serve = (deps) => {
  const { database } = deps;
  serve(deps, accountRoutes, {
    async login({ body, request }) {
      const { token, contactid } = await signIn(deps, body, request);
      return { message: 'Signed in.', token, contactid };
    },

    async logout({ who }) {
      await endOwnSession(database, who, who.credentialId);
      return { message: 'Signed out.' };
    },

    async getSession({ who }) {
      const account = await findAccount(database, who);
      // The account went away between the session check and now.
      if (!account) throw new Problem('expired_token', 'Expired token');
      const permissions = [...who.permissions];
      return {
        client: account.client,
        contact: account.contact && { ...account.contact, permissions },
        isSubContact: !who.isOwner,
        permissions,
        // Only keys may last for ever, and none gets here.
        expiresAt: who.expiresAt!.toISOString(),
      };
    },

    async register({ body, request }) {
      await register(deps, body, request);
      return { message: `We have sent a message to ${body.email}. Follow the link in it.` };
    },

    async verifyEmail({ body, request }) {
      const email = await verifyEmail(database, body.key, request);
      return { message: 'Your e-mail address is verified.', email };
    },

    async resendVerification({ who }) {
      await resendVerification(deps, who);
      return { message: 'We have sent the link once more. The one before it no longer works.' };
    },

    async forgotPassword({ body, request }) {
      await askForReset(deps, body.email, request);
      return { message: `If ${body.email} has an account, a link to set a new password is on its way.` };
    },

    async resetPassword({ body, request }) {
      await resetPassword(deps, body, request);
      return { message: 'Your new password is set. Sign in with it.' };
    },

    async changePassword({ who, body }) {
      await changePassword(deps, who, body);
      return { message: 'Your password is changed. Your other sessions have ended.' };
    },

    listSessions: async ({ who }) => ({ sessions: await listSessions(database, who) }),

    async endSession({ who, params }) {
      if (!(await endOwnSession(database, who, params.sessionId))) throw notFound('Session');
      return { message: 'The session has ended.' };
    },

    async endOtherSessions({ who }) {
      const ended = await endOtherSessions(database, who);
      return { message: 'Your other sessions have ended.', ended };
    },

    getProfile: async ({ who }) => ({ profile: await readProfile(database, who) }),

    updateAccount: async ({ who, body, ifMatch }) => ({ account: await updateAccount(database, who, body, ifMatch) }),

    async updatePerson({ who, body }) {
      await updatePerson(database, who, body);
      return { profile: await readProfile(database, who) };
    },

    async changeEmail({ who, body }) {
      await changeEmail(deps, who, body);
      return { message: `We have sent a message to ${body.email}. Follow the link in it to sign in by that address.` };
    },

    async confirmEmail({ body, request }) {
      const email = await confirmEmail(deps, body.key, request);
      return { message: 'Your e-mail address is changed. Sign in by it from now on.', email };
    },
  });
};
