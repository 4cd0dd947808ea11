import type { UsageMinute } from '@headwater/contract/nodes/edge-document';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import { notify } from '../../lib/notify.ts';
import type { DB } from '../../lib/schema.gen.ts';
import { countOnce } from './batches.ts';

type Batch = { batchId: string; minutes: UsageMinute[] };

/** @returns false when the batch had been counted before. */
export const recordUsage = (database: Database, nodeId: string, { batchId, minutes }: Batch): Promise<boolean> =>
  countOnce(database, nodeId, batchId, async (tx) => {
    const json = JSON.stringify(minutes);
    await addTraffic(tx, json);
    await addCountries(tx, json);
    await addPaths(tx, json);
    await tellServices(tx, json);
  });

// Rows are written in the order of their keys, so that two batches cannot wait for each other. Zones that no longer exist
// (swept away while the batch was on its way) are passed over.

async function addTraffic(tx: Kysely<DB>, json: string): Promise<void> {
  await sql`
    insert into usage as u (zone_id, step, at, customer_id, service_id, requests, bytes, hits, hit_bytes,
      status_2xx, status_3xx, status_4xx, status_5xx, viewer_minutes)
    select z.id, step, date_trunc(step, m.minute, 'UTC'), z.customer_id, z.service_id, sum(m.requests), sum(m.bytes),
      sum(m.hits), sum(m."hitBytes"), sum(m."status2xx"), sum(m."status3xx"), sum(m."status4xx"), sum(m."status5xx"),
      sum(coalesce(m.viewers, 0))
    from jsonb_to_recordset(${json}::jsonb) as m ("zoneId" text, minute timestamptz, requests bigint, bytes bigint, hits bigint,
      "hitBytes" bigint, "status2xx" bigint, "status3xx" bigint, "status4xx" bigint, "status5xx" bigint, viewers bigint)
    join counted_things z on z.counted_as = m."zoneId"
    cross join unnest(array['minute', 'hour', 'day']) as step
    group by 1, 2, 3, 4, 5 order by 1, 2, 3
    on conflict (zone_id, step, at) do update set
      requests = u.requests + excluded.requests, bytes = u.bytes + excluded.bytes, hits = u.hits + excluded.hits,
      hit_bytes = u.hit_bytes + excluded.hit_bytes, status_2xx = u.status_2xx + excluded.status_2xx,
      status_3xx = u.status_3xx + excluded.status_3xx, status_4xx = u.status_4xx + excluded.status_4xx,
      status_5xx = u.status_5xx + excluded.status_5xx, viewer_minutes = u.viewer_minutes + excluded.viewer_minutes`.execute(
    tx,
  );
}

async function addCountries(tx: Kysely<DB>, json: string): Promise<void> {
  await sql`
    insert into usage_countries as u (zone_id, hour, country, customer_id, service_id, requests, bytes)
    select z.id, date_trunc('hour', m.minute, 'UTC'), c.key, z.customer_id, z.service_id,
      sum((c.value ->> 0)::bigint), sum((c.value ->> 1)::bigint)
    from jsonb_to_recordset(${json}::jsonb) as m ("zoneId" text, minute timestamptz, countries jsonb)
    join counted_things z on z.counted_as = m."zoneId"
    cross join jsonb_each(m.countries) as c
    group by 1, 2, 3, 4, 5 order by 1, 2, 3
    on conflict (zone_id, hour, country) do update set
      requests = u.requests + excluded.requests, bytes = u.bytes + excluded.bytes`.execute(tx);
}

async function addPaths(tx: Kysely<DB>, json: string): Promise<void> {
  await sql`
    insert into usage_paths as u (zone_id, hour, path, customer_id, service_id, requests, bytes)
    select z.id, date_trunc('hour', m.minute, 'UTC'), p ->> 0, z.customer_id, z.service_id,
      sum((p ->> 1)::bigint), sum((p ->> 2)::bigint)
    from jsonb_to_recordset(${json}::jsonb) as m ("zoneId" text, minute timestamptz, paths jsonb)
    join counted_things z on z.counted_as = m."zoneId"
    cross join jsonb_array_elements(m.paths) as p
    group by 1, 2, 3, 4, 5 order by 1, 2, 3
    on conflict (zone_id, hour, path) do update set
      requests = u.requests + excluded.requests, bytes = u.bytes + excluded.bytes`.execute(tx);
}

async function tellServices(tx: Kysely<DB>, json: string): Promise<void> {
  const { rows } = await sql<{ customer_id: number; service_id: number }>`
    insert into usage_progress as p (service_id, customer_id, counted_until)
    select distinct z.service_id, z.customer_id, now()
    from jsonb_to_recordset(${json}::jsonb) as m ("zoneId" text) join counted_things z on z.counted_as = m."zoneId" order by 1
    on conflict (service_id) do update set counted_until = excluded.counted_until
    returning customer_id, service_id`.execute(tx);
  for (const { customer_id, service_id } of rows) {
    await notify(tx, { customerId: customer_id, event: { topic: 'usage', serviceId: service_id, id: null } });
  }
}
