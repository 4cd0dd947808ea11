import { sql } from 'kysely';
import type { Database } from '../../../lib/db.ts';
import { restorableDays } from '../../../lib/restorable.ts';

/** Removes domains that can no longer be restored; their names are free again. */
export async function sweepDomains({ owner }: Database): Promise<void> {
  await sql`delete from dns_domains where deleted_at < now() - make_interval(days => ${restorableDays})`.execute(owner);
}
