import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import { restorableDays } from '../../lib/restorable.ts';

/** Removes zones that can no longer be restored; their aliases are free again. */
export async function sweepZones({ owner }: Database): Promise<void> {
  await sql`delete from zones where deleted_at < now() - make_interval(days => ${restorableDays})`.execute(owner);
}
