import type { FeedReply, NodeReport } from '@headwater/contract/nodes/routes';
import type { World } from './index.ts';

export type TestEdge = { credential: string; nodeId: string };

/** One question to the feed, as a node asks it. */
export async function askFeed(
  world: World,
  edge: TestEdge,
  from: { epoch?: string; cursor?: number; continues?: '1'; waitSeconds?: number } = {},
): Promise<FeedReply> {
  const query = new URLSearchParams({ cursor: String(from.cursor ?? 0), waitSeconds: String(from.waitSeconds ?? 0) });
  if (from.epoch !== undefined) query.set('epoch', from.epoch);
  if (from.continues) query.set('continues', from.continues);
  const { status, body } = await world.ask(edge.credential, 'GET', `/nodes/feed?${query.toString()}`);
  if (status !== 200) throw new Error(`feed answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Reports that everything there is was applied, but for what `changes` says; returns the position reported. */
export async function report(world: World, edge: TestEdge, changes: Partial<NodeReport> = {}): Promise<number> {
  const { epoch, cursor } = await askFeed(world, edge);
  const body: NodeReport = {
    epoch,
    appliedSeq: cursor,
    refused: [],
    version: 'test',
    serving: true,
    warnings: [],
    notices: [],
    ...changes,
  };
  const answer = await world.ask(edge.credential, 'PUT', '/nodes/report', body);
  if (answer.status !== 200) throw new Error(`report answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return body.appliedSeq;
}

/** As if the node had not been heard of for a minute. */
export const goAway = (world: World, edge: TestEdge) =>
  world.database.ownerPool.query(`update nodes set last_seen_at = now() - interval '1 minute' where id = $1`, [
    edge.nodeId,
  ]);
