import type { Kysely } from 'kysely';
import type { DB } from '../../lib/schema.gen.ts';
import { seal, unseal } from '../../lib/seal.ts';
import type { Settings } from '../../lib/settings.ts';

/** What is kept of a person's second step. A secret without `enabledAt` waits for its first code. */
export type Kept = { email: string; sealed: Buffer | null; enabledAt: Date | null };

/** @param locked until the transaction ends, for what depends on it. */
export async function findTwoStep(db: Kysely<DB>, userId: number, locked?: 'locked'): Promise<Kept> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'totp_secret as sealed', 'totp_enabled_at as enabledAt'])
    .where('id', '=', userId)
    .$if(locked !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? { email: '', sealed: null, enabledAt: null };
}

// With the id in it, what was sealed for one person opens for no other.
const purposeOf = (userId: number) => `two-step ${userId}`;

export const sealSecret = ({ secret }: Pick<Settings, 'secret'>, userId: number, totpSecret: Buffer): Buffer =>
  seal(secret, purposeOf(userId), totpSecret);

/** Null when HEADWATER_SECRET is another one now, or somebody else's secret was put here. */
export function unsealSecret({ secret }: Pick<Settings, 'secret'>, userId: number, sealed: Buffer): Buffer | null {
  try {
    return unseal(secret, purposeOf(userId), sealed);
  } catch {
    return null;
  }
}
