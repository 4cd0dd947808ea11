import type { Client } from '@headwater/contract/account/schema';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { z } from 'zod';
import type { Database } from '../../lib/db.ts';
import type { Who } from '../../lib/who.ts';
import { alertsOf } from './alerts.ts';

/** The account that a person belongs to, and themselves as its contact unless they are its holder: in one query. */
export async function findAccount(database: Database, who: Who) {
  const row = await database.owner
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .innerJoin('users as o', (join) => join.onRef('o.customer_id', '=', 'c.id').on('o.is_owner', '=', true))
    .select(['c.fullname', 'c.credit_cents', 'o.email as owner_email', 'o.email_verified'])
    .select(['u.id', 'u.is_owner', 'u.firstname', 'u.lastname', 'u.email'])
    .select((all) =>
      jsonArrayFrom(
        all
          .selectFrom('services as s')
          .select(['s.id', 's.product', 's.domain', 's.trial_ends_at'])
          .whereRef('s.customer_id', '=', 'c.id')
          .where('s.trial_ends_at', '<', sql<Date>`now() + interval '3 days'`)
          // One that was cancelled or is paid for by now ended otherwise.
          .where('s.domainstatus', 'in', ['Active', 'Suspended'])
          .orderBy('s.trial_ends_at'),
      ).as('trials'),
    )
    .where('u.id', '=', who.userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const trials = who.permissions.has('services.view') ? row.trials : [];
  const client: z.input<typeof Client> = {
    fullname: row.fullname,
    email: row.owner_email,
    email_verified: row.email_verified,
    credit: (row.credit_cents / 100).toFixed(2),
    alerts: alertsOf(
      row.email_verified,
      trials.map((trial) => ({ ...trial, trial_ends_at: String(trial.trial_ends_at) })),
    ),
  };
  const contact = row.is_owner
    ? null
    : { contactid: String(row.id), firstname: row.firstname, lastname: row.lastname, email: row.email };
  return { client, contact };
}
