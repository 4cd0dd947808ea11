import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';

const unverifiedDays = 30;

/** Removes accounts whose address nobody verified and that have nothing, and with them all that they left. */
export async function sweepAccounts({ owner }: Database): Promise<void> {
  await sql`delete from customers c
    where c.created_at < now() - make_interval(days => ${unverifiedDays}) and c.credit_cents = 0
      and exists (select from users u where u.customer_id = c.id and u.is_owner and not u.email_verified)
      and not exists (select from users u where u.customer_id = c.id and not u.is_owner)
      and not exists (select from services s where s.customer_id = c.id)`.execute(owner);
}

/** Removes sessions and attempt counters that have run out. */
export async function sweepSessions({ owner }: Database): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(owner);
  await sql`delete from attempt_limits where window_ends_at < now()`.execute(owner);
}
