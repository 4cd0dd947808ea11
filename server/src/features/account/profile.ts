import type { Profile } from '@headwater/contract/account/schema';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Database } from '../../lib/db.ts';
import { refuseStale } from '../../lib/revision.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { Who } from '../../lib/who.ts';
import { tellAccount } from './verify.ts';

/** The account and the person who is signed in. As the owner's role: which address waits to be confirmed is theirs alone. */
export async function readProfile({ owner }: Database, who: Who): Promise<z.input<typeof Profile>> {
  const [account, person] = await Promise.all([
    readAccount(owner, who.customerId),
    owner
      .selectFrom('users as u')
      .leftJoin('one_time_keys as k', (join) =>
        join
          .onRef('k.user_id', '=', 'u.id')
          .on('k.purpose', '=', 'change-email')
          .on('k.expires_at', '>', sql<Date>`now()`),
      )
      .select(['u.firstname', 'u.lastname', 'u.email', 'u.email_verified'])
      .select(sql<string | null>`k.payload ->> 'email'`.as('pending_email'))
      .where('u.id', '=', who.userId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    account,
    person: {
      id: String(who.userId),
      isOwner: who.isOwner,
      firstname: person.firstname,
      lastname: person.lastname,
      email: person.email,
      email_verified: person.email_verified,
      pendingEmail: person.pending_email,
    },
  };
}

async function readAccount(db: Kysely<DB>, customerId: number) {
  const row = await db
    .selectFrom('customers as c')
    .innerJoin('users as o', (join) => join.onRef('o.customer_id', '=', 'c.id').on('o.is_owner', '=', true))
    .select(['c.id', 'c.fullname', 'c.company', 'c.created_at', 'c.revision', 'o.email'])
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { id, fullname, company, email, revision } = row;
  return { id, fullname, company, email, revision, createdAt: row.created_at.toISOString() };
}

/** Changes what the account is known by. @returns the account as it is then. */
export const updateAccount = (
  database: Database,
  who: Who,
  wish: { fullname?: string | undefined; company?: string | undefined },
  ifMatch: string | null,
) =>
  database.asCustomer(who.customerId, async ({ db }) => {
    const before = await db
      .selectFrom('customers')
      .select(['fullname', 'company', 'revision'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    refuseStale(ifMatch, before.revision);
    const changes = changesBetween(before, wish);
    if (Object.keys(changes).length === 0) return readAccount(db, who.customerId);
    await db
      .updateTable('customers')
      .set({ ...wish, revision: before.revision + 1 })
      .where('id', '=', who.customerId)
      .execute();
    await recordActivity(db, who, {
      action: 'account.changed',
      object: { type: 'account', id: who.customerId, name: wish.fullname ?? before.fullname },
      changes,
    });
    await tellAccount(db, who.customerId);
    return readAccount(db, who.customerId);
  });

/** Changes the person's own name. */
export const updatePerson = (
  database: Database,
  who: Who,
  wish: { firstname?: string | undefined; lastname?: string | undefined },
): Promise<void> =>
  database.asCustomer(who.customerId, async ({ db }) => {
    const before = await db
      .selectFrom('users')
      .select(['firstname', 'lastname', 'revision'])
      .where('id', '=', who.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const changes = changesBetween(before, wish);
    if (Object.keys(changes).length === 0) return;
    await db
      .updateTable('users')
      .set({ ...wish, revision: before.revision + 1 })
      .where('id', '=', who.userId)
      .execute();
    await recordActivity(db, who, {
      action: 'profile.changed',
      object: { type: 'person', id: who.userId, name: who.name },
      changes,
    });
    await tellAccount(db, who.customerId);
  });
