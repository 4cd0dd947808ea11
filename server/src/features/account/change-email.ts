import type { FastifyRequest } from 'fastify';
import { recordActivity } from '../../lib/activity.ts';
import type { Deps } from '../../lib/feature.ts';
import { type Limit, takeAttempts } from '../../lib/limits.ts';
import { queueMail } from '../../lib/mail.ts';
import { makeKey, useKey } from '../../lib/one-time-keys.ts';
import { fieldProblem, Problem } from '../../lib/problem.ts';
import type { Who } from '../../lib/who.ts';
import { askPassword } from './change-password.ts';
import { endInvitation } from './invitations.ts';
import { readMailedKey } from './mailed-keys.ts';
import { actorOf, findByEmail, nameOf } from './people.ts';
import { tellKnown } from './register.ts';
import { tellAccount } from './verify.ts';

const requests: Limit = { attempts: 5, windowSeconds: 3600 };

type MailDeps = Pick<Deps, 'database' | 'settings'>;

/**
 * Mails a link to the new address, which takes it over. Whether it is somebody's already is told to its mailbox only:
 * the request waits all the same, and neither message stands in the list of this account.
 */
export async function changeEmail(
  { database, settings }: MailDeps,
  who: Who,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const person = await askPassword(database, who, password, 'password');
  if (email === person.email) {
    throw fieldProblem('invalid_input', 'email', 'You sign in by this address already');
  }
  await takeAttempts(database.ownerPool, [{ subject: `change e-mail user ${who.userId}`, limit: requests }]);
  await database.owner.transaction().execute(async (tx) => {
    const key = await makeKey(tx, person.id, 'change-email', { email });
    const taken = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('password_hash', 'is not', null)
      .executeTakeFirst();
    if (taken) await tellKnown(tx, settings, await findByEmail(tx, email));
    else {
      await queueMail(tx, settings, {
        customerId: null,
        to: email,
        template: 'change-email',
        values: { name: who.name, newEmail: email, link: `${settings.publicUrl}/confirm-email#${key}` },
      });
    }
    await recordActivity(tx, who, {
      action: 'email.change-requested',
      object: { type: 'person', id: person.id, name: who.name },
      changes: { email: { from: person.email, to: email } },
    });
  });
}

/** @returns the address that the person signs in by from now on. */
export async function confirmEmail(
  { database, settings }: MailDeps,
  key: string,
  request: FastifyRequest,
): Promise<string> {
  const person = await readMailedKey(database, request, 'change-email', key);
  return database.owner.transaction().execute(async (tx) => {
    const { payload } = await useKey(tx, 'change-email', key);
    const email = String(payload.email);
    await endInvitation(tx, email);
    await tx
      .updateTable('users')
      .set((set) => ({ email, email_verified: true, revision: set('revision', '+', 1) }))
      .where('id', '=', person.id)
      .execute()
      .catch((error: { constraint?: string }) => {
        if (error.constraint !== 'users_email_key') throw error;
        throw new Problem('email_taken', 'Somebody else signs in by this address by now.');
      });
    // Links that went to the old mailbox end with it.
    await tx.deleteFrom('one_time_keys').where('user_id', '=', person.id).execute();
    await recordActivity(tx, actorOf(person, request), {
      action: 'email.changed',
      object: { type: 'person', id: person.id, name: nameOf(person) },
      changes: { email: { from: person.email, to: email } },
    });
    await queueMail(tx, settings, {
      customerId: person.customer_id,
      userId: person.id,
      to: person.email,
      template: 'email-changed',
      values: { name: nameOf(person), newEmail: email },
    });
    await tellAccount(tx, person.customer_id);
    return email;
  });
}
