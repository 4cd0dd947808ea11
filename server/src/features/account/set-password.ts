import type { Kysely } from 'kysely';
import type { DB } from '../../lib/schema.gen.ts';
import type { Individual } from './people.ts';
import { endSessions } from './sessions.ts';
import { forgetAttempts } from './sign-in-limits.ts';

/**
 * Sets a password. With the old one end the person's sessions, the links that were mailed under it and the count of failed
 * attempts; only the link that verifies their address stays good.
 * @param keep the session that goes on.
 * @returns how many sessions ended.
 */
export async function setPassword(
  db: Kysely<DB>,
  person: Pick<Individual, 'id' | 'customer_id' | 'email'>,
  passwordHash: string,
  keep: string | null = null,
): Promise<number> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', person.id).execute();
  await db
    .deleteFrom('one_time_keys')
    .where('user_id', '=', person.id)
    .where('purpose', '<>', 'verify-email')
    .execute();
  await forgetAttempts(db, person.email);
  const ended = await endSessions(db, { userId: person.id, customerId: person.customer_id }, keep);
  return ended.length;
}
