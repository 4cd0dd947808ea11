import type { Deployment } from '@headwater/contract/lib/deployment';
import type { NodeKind } from '@headwater/contract/nodes/routes';
import type { Tx } from '../../lib/db.ts';
import { kindWords } from './kinds.ts';

/** A node that has not reported for this long is away. Nodes report every 3 s. */
export const awayAfterSeconds = 10;

export type NodeProgress = { id: string; name: string; applied_seq: number; present: boolean };

/** SQL for a refusal `r` of node `n` in words: where there are several nodes, whose it is comes first. */
export const refusalWords = `
  case when (select count(*) from nodes o where o.kind = n.kind and o.state = 'in_service') > 1 then n.name || ': ' else '' end || r.reason`;

/** SQL that joins, as `as`, why a node refuses the newest version of the document that is joined as `document`. */
export const joinRefusal = (document: string, as = 'refused') => `left join lateral (
    select ${refusalWords} as reason from node_refusals r join nodes n on n.id = r.node_id and n.state = 'in_service'
    where r.kind = ${document}.kind and r.key = ${document}.key and r.seq = ${document}.seq limit 1
  ) ${as} on true`;

/** The nodes of a kind that are in service, and whether each is there: heard of lately, and its engine running. */
export const listProgress = (tx: Tx, kind: NodeKind): Promise<NodeProgress[]> =>
  tx.named<NodeProgress>(
    'node-progress',
    `select id, name, applied_seq, serving and last_seen_at > now() - make_interval(secs => $2) as present
     from nodes where kind = $1 and state = 'in_service' order by name`,
    [kind, awayAfterSeconds],
  );

export type Change = {
  seq: number;
  changed_at: Date;
  live_at: Date | null;
  /** The engine's words, when a node refused this version. */
  refusal: string | null;
};

/**
 * How far a change has got. It is live once every node that is there has applied it, and there is at least one; a
 * node that is away holds nothing up but is named.
 */
export function describeDeployment(kind: NodeKind, change: Change, nodes: NodeProgress[]): Deployment {
  const present = nodes.filter((node) => node.present);
  const applied = present.filter((node) => node.applied_seq >= change.seq);
  const live = present.length > 0 && applied.length === present.length;
  const latencyMs = change.live_at ? Math.max(0, change.live_at.getTime() - change.changed_at.getTime()) : null;
  return {
    state: change.refusal !== null ? 'failed' : live ? 'live' : 'pending',
    nodes: nodes.length,
    appliedNodes: applied.length,
    latencyMs: live ? latencyMs : null,
    away: nodes.filter((node) => !node.present).map((node) => node.name),
    ...(change.refusal !== null && { reason: change.refusal }),
    ...(change.refusal === null && present.length === 0 && { reason: kindWords[kind].noneInService }),
    changedAt: change.changed_at.toISOString(),
  };
}
