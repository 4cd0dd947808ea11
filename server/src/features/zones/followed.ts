import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';
import type { Followed } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';

/** Zones stay at the edges; purges are done once, each in its place among the changes of zones. */
export const followed: readonly Followed[] = [
  { kind: 'edge', prefix: 'zone/', topic: 'zones' },
  { kind: 'edge', prefix: 'purge/', isEvent: true, onApplied: recordPurges, onLive: settlePurges },
];

async function recordPurges(
  { db }: Pick<Tx, 'db'>,
  { nodeId }: { nodeId: string },
  { after, until }: { after: number; until: number },
): Promise<void> {
  await sql`
    insert into purge_nodes (purge_id, node_id)
    select id, ${nodeId} from purges where seq > ${after} and seq <= ${until}
      and created_at > now() - interval '7 days'
    on conflict do nothing`.execute(db);
}

/** Marks the purges that every edge has done, and tells who looks at them. */
async function settlePurges({ db }: Pick<Tx, 'db'>, seq: number): Promise<void> {
  const { rows } = await sql<{ zone_id: string; customer_id: number; service_id: number }>`
    update purges p set live_at = clock_timestamp() from zones z
    where z.id = p.zone_id and p.live_at is null and p.seq <= ${seq}
      and not exists (
        select from node_refusals r join nodes n on n.id = r.node_id and n.state = 'in_service'
        where r.kind = 'edge'
          and (r.key = 'purge/' || p.id or (p.kind <> 'url' and r.key = 'zone/' || p.zone_id and r.seq >= p.seq)))
    returning p.zone_id, p.customer_id, z.service_id`.execute(db);
  for (const { zone_id: id, customer_id: customerId, service_id: serviceId } of rows) {
    await notify(db, { customerId, event: { topic: 'purges', serviceId, id } });
  }
}
