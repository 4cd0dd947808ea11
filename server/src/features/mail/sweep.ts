import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';

const keptDays = 400;

/** Removes messages that nobody looks for any more. */
export async function sweepMail({ owner }: Database): Promise<void> {
  await sql`delete from emails where created_at < now() - make_interval(days => ${keptDays})`.execute(owner);
}
