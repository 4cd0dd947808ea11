import type { Database } from '../../lib/db.ts';

/** The account that a person belongs to, and themselves as its contact unless they are its holder. */
export async function findAccount(database: Database, userId: number) {
  const row = await database.owner
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .innerJoin('users as o', (join) => join.onRef('o.customer_id', '=', 'c.id').on('o.is_owner', '=', true))
    .select(['c.fullname', 'c.credit_cents', 'o.email as owner_email', 'o.email_verified'])
    .select(['u.id', 'u.is_owner', 'u.firstname', 'u.lastname', 'u.email'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    client: {
      fullname: row.fullname,
      email: row.owner_email,
      email_verified: row.email_verified,
      credit: (row.credit_cents / 100).toFixed(2),
      alerts: row.email_verified
        ? []
        : [
            {
              id: 'email-unverified',
              message: 'Your e-mail address is not verified yet: services open once it is.',
              linkText: null,
              severity: 'warning' as const,
            },
          ],
    },
    contact: row.is_owner
      ? null
      : { contactid: String(row.id), firstname: row.firstname, lastname: row.lastname, email: row.email },
  };
}

/** The address of the account's holder. */
export async function findOwnerEmail(database: Database, customerId: number): Promise<string> {
  const owner = await database.owner
    .selectFrom('users')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('is_owner', '=', true)
    .executeTakeFirstOrThrow();
  return owner.email;
}
