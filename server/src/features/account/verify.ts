import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { recordActivity } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { type Limit, takeAttempts } from '../../lib/limits.ts';
import { notify } from '../../lib/notify.ts';
import { useKey } from '../../lib/one-time-keys.ts';
import { Problem } from '../../lib/problem.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { Who } from '../../lib/who.ts';
import { readMailedKey } from './mailed-keys.ts';
import { actorOf } from './people.ts';
import { mailVerification } from './register.ts';

const resends: Limit = { attempts: 5, windowSeconds: 3600 };

/** @returns the address that is verified now. */
export async function verifyEmail(database: Database, key: string, request: FastifyRequest): Promise<string> {
  const person = await readMailedKey(database, request, 'verify-email', key);
  await database.owner.transaction().execute(async (tx) => {
    await useKey(tx, 'verify-email', key);
    await markVerified(tx, person);
    await recordActivity(tx, actorOf(person, request), {
      action: 'account.verified',
      object: { type: 'person', id: person.id, name: person.email },
    });
  });
  return person.email;
}

/** Whoever proved that the mailbox is theirs needs no link for it any more. */
export async function markVerified(db: Kysely<DB>, person: { id: number; customer_id: number }): Promise<void> {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', person.id).execute();
  await db.deleteFrom('one_time_keys').where('user_id', '=', person.id).where('purpose', '=', 'verify-email').execute();
  await tellAccount(db, person.customer_id);
}

/** What the account or one of its people is known by has changed. */
export const tellAccount = (db: Kysely<DB>, customerId: number) =>
  notify(db, { customerId, event: { topic: 'account', serviceId: null, id: null } });

export async function resendVerification({ database, settings }: Pick<Deps, 'database' | 'settings'>, who: Who) {
  if (who.isVerified) throw new Problem('conflict', 'The e-mail address is verified already.');
  await takeAttempts(database.ownerPool, [{ subject: `verification customer ${who.customerId}`, limit: resends }]);
  await database.asCustomer(who.customerId, async ({ db }) => {
    const holder = await db
      .selectFrom('users')
      .select(['id', 'customer_id', 'email'])
      .where('is_owner', '=', true)
      .executeTakeFirstOrThrow();
    await mailVerification(db, settings, holder);
    await recordActivity(db, who, {
      action: 'account.verification-sent',
      object: { type: 'person', id: holder.id, name: holder.email },
    });
  });
}
