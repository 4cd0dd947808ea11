import { Gauge, type Registry } from 'prom-client';
import type { Database } from './db.ts';

type NodeRow = { kind: string; name: string; state: string; seconds: number | null; lag: number };

/** Gauges of what only the database knows. @returns what reads them anew; while it is away they show nothing. */
export function fleetGauges(registry: Registry, { ownerPool }: Database): () => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('headwater_database_up', 'Whether the database answers: 1 or 0');
  const nodes = gauge('headwater_nodes', 'Nodes by what they are and what state they are in', 'kind', 'state');
  const lag = gauge('headwater_node_lag_changes', 'Changes that a node has not applied yet', 'kind', 'node');
  const seen = gauge('headwater_node_last_seen_seconds', 'How long ago a node reported', 'kind', 'node');
  const waiting = gauge('headwater_changes_waiting', 'Changes that are not live on every node yet', 'kind');

  const read = async () => {
    const [known, feeds] = await Promise.all([
      ownerPool.query<NodeRow>(
        `select kind, name, state, extract(epoch from clock_timestamp() - last_seen_at)::float8 as seconds,
           (select count(*) from desired_state d where d.kind = n.kind and d.seq > n.applied_seq) as lag
         from nodes n`,
      ),
      ownerPool.query<{ kind: string; waiting: number }>(
        `select kind, (select count(*) from desired_state d where d.kind = f.kind and d.live_at is null) as waiting
         from feeds f`,
      ),
    ]);
    return { nodes: known.rows, feeds: feeds.rows };
  };

  return async () => {
    const now = await read().catch(() => null);
    // All at once, so that a second scrape in between never sees half of it.
    for (const one of [nodes, lag, seen, waiting]) one.reset();
    up.set(now ? 1 : 0);
    for (const node of now?.nodes ?? []) {
      nodes.inc({ kind: node.kind, state: node.state });
      lag.set({ kind: node.kind, node: node.name }, node.lag);
      if (node.seconds !== null) seen.set({ kind: node.kind, node: node.name }, node.seconds);
    }
    for (const feed of now?.feeds ?? []) waiting.set({ kind: feed.kind }, feed.waiting);
  };
}
