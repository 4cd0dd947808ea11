import type { FastifyRequest } from 'fastify';
import { recordActivity } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import { useKey } from '../../lib/one-time-keys.ts';
import { actorOf, hashPassword, nameOf, readMailedKey, refuseOwnAddress } from '../account/index.ts';
import { tellContacts } from './change.ts';

/** Who is invited to what. */
export async function readInvitation(database: Database, key: string, request: FastifyRequest) {
  const contact = await readMailedKey(database, request, 'invitation', key);
  const account = await database.owner
    .selectFrom('customers')
    .select(['fullname', 'company'])
    .where('id', '=', contact.customer_id)
    .executeTakeFirstOrThrow();
  const { email, firstname, lastname } = contact;
  return { account: account.company || account.fullname, email, firstname, lastname };
}

/** The contact chooses a password; the link proves that the mailbox is theirs. @returns the address they sign in by. */
export async function acceptInvitation(
  database: Database,
  { key, password, firstname, lastname }: { key: string; password: string; firstname: string; lastname: string },
  request: FastifyRequest,
): Promise<string> {
  const contact = await readMailedKey(database, request, 'invitation', key);
  refuseOwnAddress(password, contact.email);
  const passwordHash = await hashPassword(password);
  await database.owner.transaction().execute(async (tx) => {
    await useKey(tx, 'invitation', key);
    await tx
      .updateTable('users')
      .set((set) => ({
        password_hash: passwordHash,
        email_verified: true,
        firstname,
        lastname,
        revision: set('revision', '+', 1),
      }))
      .where('id', '=', contact.id)
      .execute();
    const accepted = { ...contact, firstname, lastname };
    await recordActivity(tx, actorOf(accepted, request), {
      action: 'invitation.accepted',
      object: { type: 'contact', id: contact.id, name: nameOf(accepted) },
    });
    await tellContacts({ db: tx }, contact.customer_id, contact.id);
  });
  return contact.email;
}
