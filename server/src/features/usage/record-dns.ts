import type { DnsUsageGap, DnsUsageHour } from '@headwater/contract/nodes/dns-document';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import { notify } from '../../lib/notify.ts';
import type { DB } from '../../lib/schema.gen.ts';
import { countOnce } from './batches.ts';

type Batch = { batchId: string; hours: DnsUsageHour[]; gaps: DnsUsageGap[] };

/** @returns false when the batch had been counted before. */
export const recordDnsUsage = (database: Database, nodeId: string, { batchId, hours, gaps }: Batch): Promise<boolean> =>
  countOnce(database, nodeId, batchId, async (tx) => {
    await addQueries(tx, JSON.stringify(hours));
    await addGaps(tx, nodeId, JSON.stringify(gaps));
  });

/** A deleted domain's answers count too: they were given. Written in the order of their keys, so that no two batches wait for each other. */
async function addQueries(tx: Kysely<DB>, json: string): Promise<void> {
  const { rows } = await sql<{ customer_id: number; service_id: number }>`
    with counted as (
      insert into dns_usage as u (domain_id, hour, type, rcode, customer_id, service_id, queries)
        select d.id, date_trunc('hour', h.hour, 'UTC'), h.type, h.rcode, d.customer_id, d.service_id, sum(h.queries)
        from jsonb_to_recordset(${json}::jsonb) as h ("zoneId" text, hour timestamptz, type text, rcode text, queries bigint)
        join dns_domains d on d.id = h."zoneId"
        group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4
      on conflict (domain_id, hour, type, rcode) do update set queries = u.queries + excluded.queries
      returning u.customer_id, u.service_id
    )
    select distinct customer_id, service_id from counted order by 2`.execute(tx);
  for (const { customer_id: customerId, service_id: serviceId } of rows) {
    await notify(tx, { customerId, event: { topic: 'dns-statistics', serviceId, id: null } });
  }
}

const addGaps = (tx: Kysely<DB>, nodeId: string, json: string) =>
  sql`
    insert into dns_usage_gaps (node_id, from_at, until_at)
    select ${nodeId}, g.from_at, g.until_at
    from (select "from" as from_at, until as until_at
      from jsonb_to_recordset(${json}::jsonb) as r ("from" timestamptz, until timestamptz)) g`.execute(tx);
