import { type Kysely, sql } from 'kysely';
import { type Limit, limitedAddress } from '../../lib/limits.ts';
import type { DB } from '../../lib/schema.gen.ts';

const perNetwork: Limit = { attempts: 50, windowSeconds: 900 };
const perAccountAndNetwork: Limit = { attempts: 10, windowSeconds: 900 };
// Far above what one network may do: a stranger must not shut the owner out by guessing wrongly.
const perAccount: Limit = { attempts: 100, windowSeconds: 900 };

const ofAccount = (email: string) => `login account ${email}`;

/** What an attempt to sign in counts against; no address has a space in it, so that no e-mail address can pose as another's. */
export function signInSubjects(email: string, address: string) {
  const network = limitedAddress(address);
  return {
    network: { subject: `login address ${network}`, limit: perNetwork },
    accountAndNetwork: { subject: `login address ${network} ${ofAccount(email)}`, limit: perAccountAndNetwork },
    account: { subject: ofAccount(email), limit: perAccount },
  };
}

/** Forgets the failed attempts at an account, from wherever they came. */
export async function forgetAttempts(db: Kysely<DB>, email: string): Promise<void> {
  const account = ofAccount(email);
  const anywhere = ` ${account}`;
  await sql`delete from attempt_limits where subject = ${account}
    or (starts_with(subject, 'login address ') and right(subject, length(${anywhere})) = ${anywhere})`.execute(db);
}
