import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';

const keptDays = 400;

/** Forgets what was done more than a year ago. */
export async function sweepActivity({ owner }: Database): Promise<void> {
  await sql`delete from activity where at < now() - make_interval(days => ${keptDays})`.execute(owner);
}
