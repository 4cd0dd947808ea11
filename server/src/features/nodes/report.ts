import { messages } from '@headwater/contract/lib/messages';
import type { NodeKind, NodeReport } from '@headwater/contract/nodes/routes';
import { type Kysely, sql } from 'kysely';
import type { Deps, Followed } from '../../lib/feature.ts';
import { Problem } from '../../lib/problem.ts';
import type { DB } from '../../lib/schema.gen.ts';
import type { NodeIdentity } from '../../lib/who.ts';
import { awayAfterSeconds } from './deployment.ts';
import { tellOwners } from './tell-owners.ts';

/**
 * Records how far a node has got and what its engine refuses, and marks what has thereby become live everywhere.
 * Reports of one kind are taken one after the other, so that the last of two nodes to finish sees the other.
 */
export async function recordReport(
  { database, features, settings }: Pick<Deps, 'database' | 'features' | 'settings'>,
  followed: readonly Followed[],
  node: NodeIdentity,
  report: NodeReport,
): Promise<'in_service' | 'draining'> {
  return database.owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('node reports'), hashtext(${node.kind}))`.execute(tx);
    const doors = report.doors ? JSON.stringify(report.doors) : null;
    const { rows } = await sql<{
      state: string;
      applied: number;
      state_before: string;
      before: number;
      moved: boolean;
    }>`
      update nodes n set last_seen_at = clock_timestamp(), epoch = ${report.epoch}, version = ${report.version},
        serving = ${report.serving}, warnings = ${JSON.stringify(report.warnings)}::jsonb,
        notices = ${JSON.stringify(report.notices)}::jsonb,
        addresses = coalesce(${report.addresses ? JSON.stringify(report.addresses) : null}::jsonb, n.addresses),
        doors = coalesce(${doors}::jsonb, n.doors),
        applied_seq = case when ${report.epoch} = f.epoch then ${report.appliedSeq} else 0 end,
        -- A node that joins counts once it has caught up and serves: until then it would hold back every change.
        state = case when n.state = 'joining' and ${report.serving} and ${report.epoch} = f.epoch then 'in_service' else n.state end
      from feeds f, nodes old
      where n.id = ${node.nodeId} and f.kind = n.kind and old.id = n.id
      returning n.state, n.applied_seq as applied, old.state as state_before, old.applied_seq as before,
        old.doors is distinct from n.doors as moved`.execute(tx);
    // Removed between the check of its credential and now.
    if (!rows[0]) throw new Problem('expired_token', messages.expiredToken);
    const { state, applied, state_before, before, moved } = rows[0];
    const own = followed.filter(({ kind }) => kind === node.kind);
    await recordRefusals(tx, own, node, report);
    // A node that joins has nothing of what was done before it came.
    if (state_before !== 'joining' && applied > before) {
      for (const one of own) await one.onApplied?.({ db: tx }, node, { after: before, until: applied });
    }
    await markLive(tx, own, node.kind);
    if (moved) for (const { onNodeMoved } of features) await onNodeMoved?.({ settings }, { db: tx }, node);
    return state === 'draining' ? 'draining' : 'in_service';
  });
}

async function recordRefusals(
  tx: Kysely<DB>,
  followed: readonly Followed[],
  node: NodeIdentity,
  { refused }: NodeReport,
): Promise<void> {
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
  await tellOwners(tx, followed, changed);
}

async function markLive(tx: Kysely<DB>, followed: readonly Followed[], kind: NodeKind): Promise<void> {
  const { rows } = await sql<{ applied: number | null }>`
    select min(applied_seq) as applied from nodes where kind = ${kind} and state = 'in_service' and serving
      and last_seen_at > now() - make_interval(secs => ${awayAfterSeconds})`.execute(tx);
  const applied = rows[0]!.applied;
  if (applied === null) return;
  const { rows: live } = await sql<{ key: string; customer_id: number | null }>`
    update desired_state d set live_at = clock_timestamp()
    where d.kind = ${kind} and d.live_at is null and d.seq <= ${applied}
      and not exists (
        select from node_refusals r join nodes n on n.id = r.node_id and n.state = 'in_service'
        where r.kind = d.kind and r.key = d.key and r.seq = d.seq)
    returning d.key, d.customer_id`.execute(tx);
  await tellOwners(tx, followed, live);
  for (const { onLive } of followed) await onLive?.({ db: tx }, applied);
}
