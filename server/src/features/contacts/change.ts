import type { ContactUpdate } from '@headwater/contract/contacts/schema';
import type { z } from 'zod';
import { type Changes, changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Database, Tx } from '../../lib/db.ts';
import { endStreams, notify } from '../../lib/notify.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import { refuseStale } from '../../lib/revision.ts';
import type { Who } from '../../lib/who.ts';
import { endSessions, nameOf, permissionsOf } from '../account/index.ts';
import { refuseMightier, refuseUnheld } from './grants.ts';
import { findPerson, lockPerson, type PersonRow } from './store.ts';

/**
 * Changes a contact's name or rights. What they may do changes with their next request, and their event streams end, so
 * that they come back with what they may hear now.
 */
export const updateContact = (
  database: Database,
  who: Who,
  contactId: number,
  wish: z.output<typeof ContactUpdate>,
  ifMatch: string | null,
): Promise<PersonRow> =>
  database.asCustomer(who.customerId, async (tx) => {
    const before = await lockOther(tx, who, contactId);
    refuseStale(ifMatch, before.revision);
    const held = permissionsOf(before);
    if (wish.permissions) refuseUnheld(who, held, new Set(wish.permissions));
    const changes = changesBetween({ ...before, permissions: [...held] }, wish);
    const suspends = changes.suspended !== undefined;
    if (suspends || changes.firstname || changes.lastname) refuseMightier(who, held);
    if (Object.keys(changes).length === 0) return before;
    await tx.db
      .updateTable('users')
      .set({ ...wish, revision: before.revision + 1 })
      .where('id', '=', contactId)
      .execute();
    const action = !suspends ? 'contact.changed' : wish.suspended ? 'contact.suspended' : 'contact.resumed';
    await recordActivity(tx.db, who, { action, object: objectOf({ ...before, ...named(wish) }), changes });
    // Let in again, they sign in anew.
    if (suspends) await endSessions(tx.db, { userId: contactId, customerId: who.customerId });
    if (suspends || changes.permissions) await endStreams(tx.db, who.customerId, { userId: contactId });
    await tellContacts(tx, who.customerId, contactId);
    return (await findPerson(tx, contactId))!;
  });

/** Removes a contact; with them go their sessions, API keys and mailed links. */
export const removeContact = (database: Database, who: Who, contactId: number, ifMatch: string | null): Promise<void> =>
  database.asCustomer(who.customerId, async (tx) => {
    const contact = await lockOther(tx, who, contactId);
    refuseStale(ifMatch, contact.revision);
    refuseMightier(who, permissionsOf(contact));
    await tx.db.deleteFrom('users').where('id', '=', contactId).execute();
    const gone: Changes = { email: { from: contact.email, to: null } };
    await recordActivity(tx.db, who, { action: 'contact.removed', object: objectOf(contact), changes: gone });
    await endStreams(tx.db, who.customerId, { userId: contactId });
    await tellContacts(tx, who.customerId, contactId);
  });

/** Somebody else's row. The account's holder stays as they are, and nobody gives rights to themselves. */
async function lockOther(tx: Tx, who: Who, contactId: number): Promise<PersonRow> {
  const contact = await lockPerson(tx, contactId);
  if (!contact) throw notFound('Contact');
  if (contact.is_owner) {
    throw new Problem('last_owner', 'The main account holder cannot be changed or removed here.');
  }
  if (contact.id === who.userId) {
    throw new Problem('conflict', 'You cannot change your own access. Ask somebody else who manages contacts.');
  }
  return contact;
}

const named = ({ firstname, lastname }: z.output<typeof ContactUpdate>) => ({
  ...(firstname !== undefined && { firstname }),
  ...(lastname !== undefined && { lastname }),
});

const objectOf = (contact: Pick<PersonRow, 'id' | 'firstname' | 'lastname' | 'email'>) => ({
  type: 'contact',
  id: contact.id,
  name: nameOf(contact),
});

/** Tells the browsers of those who manage contacts. */
export const tellContacts = (tx: Pick<Tx, 'db'>, customerId: number, contactId: number) =>
  notify(tx.db, { customerId, event: { topic: 'contacts', serviceId: null, id: String(contactId) } });
