import type { NewContact } from '@headwater/contract/contacts/schema';
import type { z } from 'zod';
import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Deps } from '../../lib/feature.ts';
import { type Limit, refuseUsedUp, takeAttempts } from '../../lib/limits.ts';
import { fieldProblem, notFound, Problem } from '../../lib/problem.ts';
import type { Who } from '../../lib/who.ts';
import { mailInvitation, nameOf } from '../account/index.ts';
import { tellContacts } from './change.ts';
import { refuseUnheld } from './grants.ts';
import { findPerson, lockPerson, type PersonRow } from './store.ts';

const invitations: Limit = { attempts: 30, windowSeconds: 3600 };
// That an address is taken tells who is a customer: enough for a slip, too few to try a list.
const takenAddresses: Limit = { attempts: 10, windowSeconds: 86_400 };

type InviteDeps = Pick<Deps, 'database' | 'settings'>;

/** Makes a contact who has no password yet, and mails them the link that lets them choose one. */
export async function inviteContact(
  { database, settings }: InviteDeps,
  who: Who,
  wish: z.output<typeof NewContact>,
): Promise<PersonRow> {
  refuseUnheld(who, new Set(), new Set(wish.permissions));
  const taken = { subject: `taken addresses customer ${who.customerId}`, limit: takenAddresses };
  await refuseUsedUp(database.ownerPool, taken);
  await takeAttempts(database.ownerPool, [limitOf(who)]);
  return database.asCustomer(who.customerId, async (tx) => {
    const { id } = await tx.db
      .insertInto('users')
      .values({ ...wish, customer_id: who.customerId, is_owner: false })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(async (error: { constraint?: string }) => {
        if (error.constraint !== 'users_email_key') throw error;
        await takeAttempts(database.ownerPool, [taken]);
        throw fieldProblem('email_taken', 'email', 'Somebody signs in by this address already. Use another one');
      });
    await mailInvitation(tx.db, settings, { ...wish, id, customer_id: who.customerId }, who.name);
    await recordActivity(tx.db, who, {
      action: 'contact.invited',
      object: { type: 'contact', id, name: nameOf(wish) },
      changes: changesBetween({}, { email: wish.email, permissions: wish.permissions }),
    });
    await tellContacts(tx, who.customerId, id);
    return (await findPerson(tx, id))!;
  });
}

/** Mails the link once more; the one before it ends. */
export async function resendInvitation({ database, settings }: InviteDeps, who: Who, contactId: number) {
  const found = await database.readAsCustomer(who.customerId, (tx) => findPerson(tx, contactId));
  refuseAccepted(found);
  await takeAttempts(database.ownerPool, [limitOf(who)]);
  await database.asCustomer(who.customerId, async (tx) => {
    const contact = refuseAccepted(await lockPerson(tx, contactId));
    await mailInvitation(tx.db, settings, { ...contact, customer_id: who.customerId }, who.name);
    await recordActivity(tx.db, who, {
      action: 'invitation.sent',
      object: { type: 'contact', id: contact.id, name: nameOf(contact) },
    });
  });
}

const limitOf = (who: Who) => ({ subject: `invitations customer ${who.customerId}`, limit: invitations });

function refuseAccepted(contact: PersonRow | undefined): PersonRow {
  if (!contact) throw notFound('Contact');
  if (contact.has_password) throw new Problem('conflict', 'This invitation was accepted already.');
  if (contact.suspended) throw new Problem('conflict', 'This contact is suspended. Let them in again first.');
  return contact;
}
