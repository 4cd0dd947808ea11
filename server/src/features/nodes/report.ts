import { messages } from '@headwater/contract/lib/messages';
import type { NodeReport } from '@headwater/contract/nodes/routes';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import { notify } from '../../lib/notify.ts';
import { Problem } from '../../lib/problem.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { NodeIdentity } from '../../lib/who.ts';
import { awayAfterSeconds } from './deployment.ts';

/**
 * Records how far a node has got and what its engine refuses, and marks what has thereby become live everywhere.
 * Reports of one kind are taken one after the other, so that the last of two nodes to finish sees the other.
 */
export async function recordReport(
  database: Database,
  node: NodeIdentity,
  report: NodeReport,
): Promise<'in_service' | 'draining'> {
  return database.owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('node reports'), hashtext(${node.kind}))`.execute(tx);
    const { rows } = await sql<{ state: string; applied: number; state_before: string; before: number }>`
      update nodes n set last_seen_at = clock_timestamp(), epoch = ${report.epoch}, version = ${report.version},
        serving = ${report.serving}, warnings = ${JSON.stringify(report.warnings)}::jsonb,
        notices = ${JSON.stringify(report.notices)}::jsonb,
        addresses = coalesce(${report.addresses ? JSON.stringify(report.addresses) : null}::jsonb, n.addresses),
        applied_seq = case when ${report.epoch} = f.epoch then ${report.appliedSeq} else 0 end,
        -- A node that joins counts once it has caught up and serves: until then it would hold back every change.
        state = case when n.state = 'joining' and ${report.serving} and ${report.epoch} = f.epoch then 'in_service' else n.state end
      from feeds f, nodes old
      where n.id = ${node.nodeId} and f.kind = n.kind and old.id = n.id
      returning n.state, n.applied_seq as applied, old.state as state_before, old.applied_seq as before`.execute(tx);
    // Removed between the check of its credential and now.
    if (!rows[0]) throw new Problem('expired_token', messages.expiredToken);
    const { state, applied, state_before, before } = rows[0];
    await recordRefusals(tx, node, report);
    if (state_before !== 'joining' && applied > before) await recordPurges(tx, node, before, applied);
    await markLive(tx, node.kind);
    return state === 'draining' ? 'draining' : 'in_service';
  });
}

async function recordRefusals(tx: Kysely<DB>, node: NodeIdentity, { refused }: NodeReport): Promise<void> {
  const { rows: changed } = await sql<{ key: string; customer_id: number }>`
    with reported as (
      select distinct on (key) * from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as r (key text, seq bigint, reason text)
      order by key, seq desc
    ), gone as (
      delete from node_refusals o where node_id = ${node.nodeId}
        and not exists (select from reported r where r.key = o.key)
      returning o.key
    ), written as (
      insert into node_refusals as o (node_id, kind, key, seq, reason)
        select ${node.nodeId}, ${node.kind}, key, seq, reason from reported
      on conflict (node_id, key) do update set seq = excluded.seq, reason = excluded.reason
        where (o.seq, o.reason) is distinct from (excluded.seq, excluded.reason)
      returning o.key
    )
    select d.key, d.customer_id from desired_state d
    where d.kind = ${node.kind} and d.customer_id is not null
      and d.key in (select key from gone union select key from written)`.execute(tx);
  await tellOwners(tx, changed);
}

/** Not for a node that joins: it has nothing of what was purged before it came. */
async function recordPurges(tx: Kysely<DB>, node: NodeIdentity, before: number, applied: number): Promise<void> {
  await sql`
    insert into purge_nodes (purge_id, node_id)
    select id, ${node.nodeId} from purges where seq > ${before} and seq <= ${applied}
      and created_at > now() - interval '7 days'
    on conflict do nothing`.execute(tx);
}

async function markLive(tx: Kysely<DB>, kind: string): Promise<void> {
  const present = sql<number>`(
    select min(applied_seq) from nodes where kind = ${kind} and state = 'in_service' and serving
      and last_seen_at > now() - make_interval(secs => ${awayAfterSeconds}))`;
  const { rows: live } = await sql<{ key: string; customer_id: number | null }>`
    update desired_state d set live_at = clock_timestamp()
    where d.kind = ${kind} and d.live_at is null and d.seq <= ${present}
      and not exists (
        select from node_refusals r join nodes n on n.id = r.node_id and n.state = 'in_service'
        where r.kind = d.kind and r.key = d.key and r.seq = d.seq)
    returning d.key, d.customer_id`.execute(tx);
  await tellOwners(tx, live);
  const { rows: purged } = await sql<{ zone_id: string; customer_id: number; service_id: number }>`
    update purges p set live_at = clock_timestamp() from zones z
    where z.id = p.zone_id and p.live_at is null and p.seq <= ${present}
      and not exists (
        select from node_refusals r join nodes n on n.id = r.node_id and n.state = 'in_service'
        where r.kind = ${kind}
          and (r.key = 'purge/' || p.id or (p.kind <> 'url' and r.key = 'zone/' || p.zone_id and r.seq >= p.seq)))
    returning p.zone_id, p.customer_id, z.service_id`.execute(tx);
  for (const purge of purged) {
    await notify(tx, {
      customerId: purge.customer_id,
      event: { topic: 'purges', serviceId: purge.service_id, id: purge.zone_id },
    });
  }
}

async function tellOwners(tx: Kysely<DB>, rows: { key: string; customer_id: number | null }[]): Promise<void> {
  const zones = rows.filter((row) => row.customer_id !== null && row.key.startsWith('zone/'));
  // Thousands at once (a new node) are one sentence per customer, not one per zone.
  const single = zones.length <= 50;
  const customers = new Map(zones.map((row) => [single ? row.key : row.customer_id, row]));
  for (const { key, customer_id } of customers.values()) {
    const id = single ? key.slice('zone/'.length) : null;
    await notify(tx, { customerId: customer_id, event: { topic: 'zones', serviceId: null, id } });
  }
}
