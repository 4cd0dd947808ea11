import { type Kysely, sql } from 'kysely';
import type { Database } from './db.ts';
import { Problem } from './problem.ts';
import type { DB } from './schema.gen.ts';
import { hashToken, newToken } from './secret.ts';

/** What a mailed link does, and how long it can. */
export const keyLifetimeSeconds = {
  'verify-email': 3 * 86_400,
  'reset-password': 3600,
  'change-email': 86_400,
  invitation: 7 * 86_400,
} as const;
/** How long an invitation that ran out can still be sent once more. */
export const keptInvitationDays = 30;
export type KeyPurpose = keyof typeof keyLifetimeSeconds;

/** Makes the key of a mailed link; the person's key for the same purpose before it ends. */
export async function makeKey(
  db: Kysely<DB>,
  userId: number,
  purpose: KeyPurpose,
  payload: Record<string, unknown> = {},
): Promise<string> {
  const key = newToken('hwo');
  await sql`select put_one_time_key(${userId}, ${purpose}, ${hashToken(key)}, ${JSON.stringify(payload)}::jsonb,
    ${keyLifetimeSeconds[purpose]})`.execute(db);
  return key;
}

type KeyOwner = { userId: number; customerId: number; payload: Record<string, unknown> };

/** Whose key it is, without using it up. @throws Problem `key_expired`. */
export async function readKey(db: Kysely<DB>, purpose: KeyPurpose, key: string): Promise<KeyOwner> {
  const row = await db
    .selectFrom('one_time_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select(['k.user_id', 'u.customer_id', 'k.payload'])
    .where('k.key_hash', '=', hashToken(key))
    .where('k.purpose', '=', purpose)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .where('u.suspended', '=', false)
    .executeTakeFirst();
  if (!row) throw new Problem('key_expired', 'This link was used already or has expired. Ask for a new one.');
  return { userId: row.user_id, customerId: row.customer_id, payload: row.payload as Record<string, unknown> };
}

/** Uses a key up, in the transaction of what it allows: of two that race, one wins. @throws Problem `key_expired`. */
export async function useKey(db: Kysely<DB>, purpose: KeyPurpose, key: string): Promise<KeyOwner> {
  // Whoever removes the person locks them before their keys: in the same order, neither waits for the other for ever.
  await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (of) => of.selectFrom('one_time_keys').select('user_id').where('key_hash', '=', hashToken(key)))
    .forUpdate()
    .execute();
  const owner = await readKey(db, purpose, key);
  const { numDeletedRows } = await db
    .deleteFrom('one_time_keys')
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new Problem('key_expired', 'This link was used already or has expired. Ask for a new one.');
  }
  return owner;
}

/** Removes the keys that have run out; that of an invitation tells for how long nobody accepted. */
export const sweepKeys = async ({ owner }: Database): Promise<void> => {
  await sql`delete from one_time_keys where expires_at < now()
    - case purpose when 'invitation' then make_interval(days => ${keptInvitationDays}) else interval '0' end`.execute(
    owner,
  );
};
