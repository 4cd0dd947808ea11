import { recordActivity } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { giveBackAttempts, type Limit, takeAttempts } from '../../lib/limits.ts';
import { queueMail } from '../../lib/mail.ts';
import { fieldProblem } from '../../lib/problem.ts';
import type { Who } from '../../lib/who.ts';
import { hashPassword, refuseOwnAddress, verifyPassword } from './passwords.ts';
import { type Individual, individual } from './people.ts';
import { setPassword } from './set-password.ts';

const wrongPasswords: Limit = { attempts: 10, windowSeconds: 900 };

/**
 * Asks a person who is signed in for their password: a session that was left open is not enough for what follows.
 * @param field of the form, which is told when the password is wrong.
 */
export async function askPassword(
  { owner, ownerPool }: Database,
  who: Who,
  password: string,
  field: 'current' | 'password',
): Promise<Individual & { password_hash: string | null }> {
  const subject = `password user ${who.userId}`;
  await takeAttempts(ownerPool, [{ subject, limit: wrongPasswords }]);
  const person = await owner
    .selectFrom('users')
    .select([...individual, 'password_hash'])
    .where('id', '=', who.userId)
    .executeTakeFirst();
  const right = await verifyPassword(password, person?.password_hash);
  if (!person || !right) throw wrongPassword(field);
  await giveBackAttempts(ownerPool, [subject]);
  return person;
}

const wrongPassword = (field: string) => fieldProblem('wrong_password', field, 'This is not your current password');

export async function changePassword(
  { database, settings }: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const person = await askPassword(database, who, current, 'current');
  refuseOwnAddress(password, person.email);
  const passwordHash = await hashPassword(password);
  await database.owner.transaction().execute(async (tx) => {
    const now = await tx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .forUpdate()
      .executeTakeFirst();
    // Set anew in the meantime, say by a mailed link: the old one no longer changes it.
    if (now?.password_hash !== person.password_hash) throw wrongPassword('current');
    await setPassword(tx, person, passwordHash, who.credentialId);
    await recordActivity(tx, who, {
      action: 'password.changed',
      object: { type: 'person', id: person.id, name: who.name },
    });
    await queueMail(tx, settings, {
      customerId: who.customerId,
      userId: person.id,
      to: person.email,
      template: 'password-changed',
      values: { name: who.name, when: new Date(), address: who.address },
    });
  });
}
