import { z } from 'zod';
import { FirstName, isSame, LastName, notSame, OneTimeKey, passwordTwice } from '../account/schema.ts';
import { route, success } from '../lib/route.ts';
import { ContactParams, ContactUpdate, ManagedContact, NewContact } from './schema.ts';

const tag = 'Contacts';
const one = { contact: ManagedContact };

export const contactRoutes = {
  listContacts: route({
    method: 'GET',
    path: '/contacts',
    summary: 'Everyone who signs in for the account, the main account holder first',
    tag,
    access: 'contacts',
    status: 200,
    reply: success({ contacts: z.array(ManagedContact) }),
  }),
  inviteContact: route({
    method: 'POST',
    path: '/contacts',
    summary: 'Invite a contact: a message with a link lets them choose a password',
    tag,
    access: 'contacts',
    stepUp: true,
    body: NewContact,
    status: 201,
    reply: success(one),
    errors: ['email_taken', 'not_held', 'rate_limited'],
  }),
  getContact: route({
    method: 'GET',
    path: '/contacts/:contactId',
    summary: 'One contact',
    tag,
    access: 'contacts',
    params: ContactParams,
    status: 200,
    reply: success(one),
    revised: 'contact',
    errors: ['not_found'],
  }),
  updateContact: route({
    method: 'PATCH',
    path: '/contacts/:contactId',
    summary: "Change a contact's name or permissions, suspend it or let it in again",
    tag,
    access: 'contacts',
    stepUp: true,
    params: ContactParams,
    body: ContactUpdate,
    status: 200,
    reply: success(one),
    revised: 'contact',
    errors: ['not_found', 'not_held', 'last_owner', 'conflict'],
  }),
  removeContact: route({
    method: 'DELETE',
    path: '/contacts/:contactId',
    summary: 'Remove a contact: its sessions and API keys end at once',
    tag,
    access: 'contacts',
    stepUp: true,
    params: ContactParams,
    status: 200,
    reply: success({ message: z.string() }),
    errors: ['not_found', 'not_held', 'last_owner', 'conflict'],
  }),
  resendInvitation: route({
    method: 'POST',
    path: '/contacts/:contactId/invitation',
    summary: 'Send the invitation once more; the link before it ends',
    tag,
    access: 'contacts',
    params: ContactParams,
    status: 202,
    reply: success({ message: z.string() }),
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  readInvitation: route({
    method: 'POST',
    path: '/auth/invitation',
    summary: 'Who is invited to what, by the key of the mailed link',
    tag,
    access: 'public',
    internal: true,
    body: z.object({ key: OneTimeKey }),
    status: 200,
    reply: success({
      invitation: z.object({
        account: z.string(),
        email: z.string(),
        firstname: z.string(),
        lastname: z.string(),
      }),
    }),
    errors: ['key_expired', 'rate_limited'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/auth/accept-invitation',
    summary: 'Accept an invitation by the key of the mailed link',
    tag,
    access: 'public',
    internal: true,
    body: z
      .object({ key: OneTimeKey, firstname: FirstName, lastname: LastName.default(''), ...passwordTwice })
      .refine(isSame, notSame),
    status: 200,
    reply: success({ message: z.string(), email: z.string() }),
    errors: ['key_expired', 'rate_limited'],
  }),
};
