import type { FastifyRequest } from 'fastify';
import { recordActivity } from '../../lib/activity.ts';
import type { Deps } from '../../lib/feature.ts';
import { type Limit, limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { queueMail } from '../../lib/mail.ts';
import { keyLifetimeSeconds, makeKey, useKey } from '../../lib/one-time-keys.ts';
import { dropSecondStep } from './drop-second-step.ts';
import { mailInvitation } from './invitations.ts';
import { readMailedKey } from './mailed-keys.ts';
import { hashPassword, refuseOwnAddress } from './passwords.ts';
import { actorOf, findByEmail, nameOf } from './people.ts';
import { mailNobody } from './register.ts';
import { setPassword } from './set-password.ts';
import { markVerified } from './verify.ts';

const perAddress: Limit = { attempts: 30, windowSeconds: 3600 };
const perEmail: Limit = { attempts: 5, windowSeconds: 3600 };

type ResetDeps = Pick<Deps, 'database' | 'settings'>;

/**
 * Mails a link that sets a new password to somebody who is known, and the invitation once more to somebody who did not
 * accept it; for anybody else the work is the same.
 */
export async function askForReset({ database, settings }: ResetDeps, email: string, request: FastifyRequest) {
  await takeAttempts(database.ownerPool, [
    { subject: `reset address ${limitedAddress(request.ip)}`, limit: perAddress },
    { subject: `reset account ${email}`, limit: perEmail },
  ]);
  await database.owner.transaction().execute(async (tx) => {
    const person = await findByEmail(tx, email);
    if (!person) return mailNobody(tx, settings);
    if (person.invited) return mailInvitation(tx, settings, person);
    const key = await makeKey(tx, person.id, 'reset-password');
    await queueMail(tx, settings, {
      customerId: person.customer_id,
      userId: person.id,
      to: person.email,
      template: 'reset-password',
      values: {
        name: nameOf(person),
        link: `${settings.publicUrl}/reset-password#${key}`,
        minutes: keyLifetimeSeconds['reset-password'] / 60,
      },
    });
  });
}

/**
 * Sets a new password by the key of a mailed link. The link proves the mailbox too: it verifies the address. Of whoever
 * had the account before that, nothing stays: sessions end anyway, the second step goes.
 */
export async function resetPassword(
  { database, settings }: ResetDeps,
  { key, password }: { key: string; password: string },
  request: FastifyRequest,
) {
  const person = await readMailedKey(database, request, 'reset-password', key);
  refuseOwnAddress(password, person.email);
  const passwordHash = await hashPassword(password);
  await database.owner.transaction().execute(async (tx) => {
    await useKey(tx, 'reset-password', key);
    await setPassword(tx, person, passwordHash);
    const { email_verified: wasProven } = await tx
      .selectFrom('users')
      .select('email_verified')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    if (!wasProven) await dropSecondStep(tx, person.id);
    await markVerified(tx, person);
    await recordActivity(tx, actorOf(person, request), {
      action: 'password.reset',
      object: { type: 'person', id: person.id, name: nameOf(person) },
    });
    await queueMail(tx, settings, {
      customerId: person.customer_id,
      userId: person.id,
      to: person.email,
      template: 'password-changed',
      values: { name: nameOf(person), when: new Date(), address: request.ip },
    });
  });
}
