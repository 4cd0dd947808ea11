import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';

/** Removes sessions and attempt counters that have run out. */
export async function sweepSessions({ owner }: Database): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(owner);
  await sql`delete from attempt_limits where window_ends_at < now()`.execute(owner);
}
