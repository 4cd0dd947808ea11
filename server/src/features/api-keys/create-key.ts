import type { NewApiKey } from '@headwater/contract/api-keys/schema';
import { sql } from 'kysely';
import { mailAccountHolder } from '../../lib/account-holder.ts';
import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { takeAttempts } from '../../lib/limits.ts';
import { fieldProblem } from '../../lib/problem.ts';
import { hashToken, newId, newToken } from '../../lib/secret.ts';
import type { Who } from '../../lib/who.ts';
import { announceKey } from './announce-key.ts';

const creations = { attempts: 30, windowSeconds: 3600 };
const longestYears = 5;
/** By which people recognise a key: too little to guess the rest from. */
const startLength = 8;

/** @returns the key's id, and its token, which is kept nowhere. */
export async function createKey(
  { database, settings }: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  wish: NewApiKey,
): Promise<{ id: string; token: string }> {
  refuseMoreThanHeld(who, wish);
  refuseExpiry(wish);
  const subject = `new api keys ${who.customerId}`;
  await takeAttempts(database.ownerPool, [{ subject, limit: creations }]);
  const token = newToken('hwk');
  const id = newId();
  await database.asCustomer(who.customerId, async (tx) => {
    await refuseForeignServices(tx, wish);
    await tx.db
      .insertInto('api_keys')
      .values({
        id,
        customer_id: who.customerId,
        user_id: who.userId,
        name: wish.name,
        start: token.slice(0, startLength),
        token_hash: hashToken(token),
        permissions: [...new Set(wish.permissions)],
        services: wish.services && [...new Set(wish.services)],
        // What stands behind the length of a range is dropped: 203.0.113.7/24 means 203.0.113.0/24.
        addresses: sql`(select array_agg(distinct network(range::inet)) from unnest(${wish.addresses}::text[]) as range)`,
        expires_at: wish.expiresAt,
      })
      .execute();
    await recordActivity(tx.db, who, {
      action: 'api-key.created',
      object: { type: 'api-key', id, name: wish.name },
      changes: changesBetween({ services: null, addresses: null, expiresAt: null }, wish),
    });
    const values = { keyName: wish.name, by: who.name };
    await mailAccountHolder(tx.db, settings, who.customerId, { template: 'api-key-created', values });
    await announceKey(tx, who.customerId, id);
  });
  return { id, token };
}

function refuseMoreThanHeld(who: Who, { permissions }: NewApiKey): void {
  const lacking = permissions.find((permission) => !who.permissions.has(permission));
  if (lacking === undefined) return;
  throw fieldProblem('not_held', 'permissions', `You cannot grant ${lacking}: you do not hold it yourself.`);
}

function refuseExpiry({ expiresAt }: NewApiKey): void {
  if (expiresAt === null) return;
  const at = new Date(expiresAt);
  const latest = new Date();
  latest.setUTCFullYear(latest.getUTCFullYear() + longestYears);
  if (at <= new Date()) throw fieldProblem('invalid_input', 'expiresAt', 'Choose a time in the future.');
  if (at > latest) throw fieldProblem('invalid_input', 'expiresAt', `Choose a time within ${longestYears} years.`);
}

async function refuseForeignServices(tx: Tx, { services }: NewApiKey): Promise<void> {
  if (services === null) return;
  const own = await tx.db.selectFrom('services').select('id').where('id', 'in', services).execute();
  const missing = services.find((id) => !own.some((service) => service.id === id));
  if (missing !== undefined) throw fieldProblem('not_found', 'services', `Service ${missing} not found.`);
}
