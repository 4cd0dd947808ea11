import { contactRoutes } from '@headwater/contract/contacts/routes';
import type { Serve } from '../../lib/feature.ts';
import { notFound } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { acceptInvitation, readInvitation } from './accept.ts';
import { removeContact, updateContact } from './change.ts';
import { inviteContact, resendInvitation } from './invite.ts';
import { findPerson, listPeople, toContact } from './store.ts';

export const serveContacts: Serve = (deps) => {
  const { database } = deps;
  serve(deps, contactRoutes, {
    async listContacts({ who }) {
      const rows = await database.readAsCustomer(who.customerId, listPeople);
      return { contacts: rows.map(toContact) };
    },

    inviteContact: async ({ who, body }) => ({ contact: toContact(await inviteContact(deps, who, body)) }),

    async getContact({ who, params }) {
      const row = await database.readAsCustomer(who.customerId, (tx) => findPerson(tx, params.contactId));
      if (!row) throw notFound('Contact');
      return { contact: toContact(row) };
    },

    async updateContact({ who, params, body, ifMatch }) {
      return { contact: toContact(await updateContact(database, who, params.contactId, body, ifMatch)) };
    },

    async removeContact({ who, params, ifMatch }) {
      await removeContact(database, who, params.contactId, ifMatch);
      return { message: 'The contact is removed. Their sessions and API keys have ended.' };
    },

    async resendInvitation({ who, params }) {
      await resendInvitation(deps, who, params.contactId);
      return { message: 'The invitation is on its way once more. The link before it no longer works.' };
    },

    readInvitation: async ({ body, request }) => ({
      invitation: await readInvitation(database, body.key, request),
    }),

    async acceptInvitation({ body, request }) {
      const email = await acceptInvitation(database, body, request);
      return { message: 'Welcome. Sign in with your new password.', email };
    },
  });
};
