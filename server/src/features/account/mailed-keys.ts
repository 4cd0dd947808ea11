import type { FastifyRequest } from 'fastify';
import type { Database } from '../../lib/db.ts';
import { giveBackAttempts, type Limit, limitedAddress, takeAttempts } from '../../lib/limits.ts';
import { type KeyPurpose, readKey } from '../../lib/one-time-keys.ts';
import { type Individual, individual } from './people.ts';

/** Nobody guesses 256 bits; it bounds the work that somebody who tries can cause. */
const wrongKeysPerAddress: Limit = { attempts: 60, windowSeconds: 900 };

/** Whose the key of a mailed link is. It is not used up: `useKey` does that, in the transaction of what it allows. */
export async function readMailedKey(
  { owner, ownerPool }: Database,
  request: FastifyRequest,
  purpose: KeyPurpose,
  key: string,
): Promise<Individual> {
  const subject = `mailed key address ${limitedAddress(request.ip)}`;
  await takeAttempts(ownerPool, [{ subject, limit: wrongKeysPerAddress }]);
  const { userId } = await readKey(owner, purpose, key);
  await giveBackAttempts(ownerPool, [subject]);
  return owner.selectFrom('users').select(individual).where('id', '=', userId).executeTakeFirstOrThrow();
}
