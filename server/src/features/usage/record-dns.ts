import type { DnsUsageGap, DnsUsageHour } from '@headwater/contract/nodes/dns-document';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import { notify } from '../../lib/notify.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { NodeIdentity } from '../../lib/who.ts';
import { countOnce } from './batches.ts';

type Batch = { batchId: string; hours: DnsUsageHour[]; gaps: DnsUsageGap[] };

/** @returns false when the batch had been counted before. */
export const recordDnsUsage = (database: Database, node: NodeIdentity, { batchId, hours, gaps }: Batch) =>
  countOnce(database, node.nodeId, batchId, async (tx) => {
    const json = JSON.stringify(hours);
    await addQueries(tx, json);
    await tellServices(tx, json);
    await addGaps(tx, node.name, JSON.stringify(gaps));
  });

// Rows are written in the order of their keys, so that two batches cannot wait for each other. Answers for a domain that
// is deleted count, since they were given; one that was swept away meanwhile is passed over.

const addQueries = (tx: Kysely<DB>, json: string) =>
  sql`
    insert into dns_usage as u (domain_id, hour, type, rcode, customer_id, service_id, queries)
    select d.id, date_trunc('hour', h.hour, 'UTC'), h.type, h.rcode, d.customer_id, d.service_id, sum(h.queries)
    from jsonb_to_recordset(${json}::jsonb) as h ("zoneId" text, hour timestamptz, type text, rcode text, queries bigint)
    join dns_domains d on d.id = h."zoneId"
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4
    on conflict (domain_id, hour, type, rcode) do update set queries = u.queries + excluded.queries`.execute(tx);

async function tellServices(tx: Kysely<DB>, json: string): Promise<void> {
  const { rows } = await sql<{ customer_id: number; service_id: number }>`
    with counted as (
      insert into dns_usage_progress as p (domain_id, customer_id, counted_until)
      select distinct d.id, d.customer_id, now()
      from jsonb_to_recordset(${json}::jsonb) as h ("zoneId" text) join dns_domains d on d.id = h."zoneId" order by 1
      on conflict (domain_id) do update set counted_until = excluded.counted_until
      returning p.domain_id
    )
    select distinct d.customer_id, d.service_id from counted join dns_domains d on d.id = counted.domain_id`.execute(
    tx,
  );
  for (const { customer_id: customerId, service_id: serviceId } of rows) {
    await notify(tx, { customerId, event: { topic: 'dns-statistics', serviceId, id: null } });
  }
}

/** A node that died again before it could hand over a gap tells a longer one from the same moment. */
const addGaps = (tx: Kysely<DB>, node: string, json: string) =>
  sql`
    insert into dns_usage_gaps as known (node, from_at, until_at)
    select ${node}, gap."from", max(gap.until)
    from jsonb_to_recordset(${json}::jsonb) as gap ("from" timestamptz, until timestamptz) group by 2
    on conflict (node, from_at) do update set until_at = greatest(known.until_at, excluded.until_at)`.execute(tx);
