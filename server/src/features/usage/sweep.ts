import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';

const pathsADay = 500;

/** Drops fine-grained usage that is no longer shown, and bounds the paths that are kept for each zone and day. */
export async function sweepUsage({ owner }: Database): Promise<void> {
  await sql`delete from usage where step = 'minute' and at < now() - interval '2 days'`.execute(owner);
  await sql`delete from usage where step = 'hour' and at < now() - interval '90 days'`.execute(owner);
  await sql`delete from usage_countries where hour < now() - interval '90 days'`.execute(owner);
  await sql`delete from usage_paths where hour < now() - interval '31 days'`.execute(owner);
  await sql`delete from usage_batches where counted_at < now() - interval '8 days'`.execute(owner);
  await sql`
    delete from usage_paths p using (
      select zone_id, hour, path, row_number() over (
        partition by zone_id, date_trunc('day', hour, 'UTC') order by requests desc, path) as place
      from usage_paths where hour < date_trunc('hour', now())
    ) ranked
    where ranked.place > ${pathsADay} and p.zone_id = ranked.zone_id and p.hour = ranked.hour and p.path = ranked.path`.execute(
    owner,
  );
}
