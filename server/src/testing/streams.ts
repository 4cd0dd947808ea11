import type { Stream } from '@headwater/contract/streams/schema';
import { report, type TestEdge } from './edge.ts';
import type { Person, World } from './index.ts';

export const streamsPath = (serviceId: number, type = 'push') => `/services/${serviceId}/streams/${type}`;

/** A live server, or a storage, that is in service and says where it is reached. */
export async function addServer(world: World, name: string, kind: 'live' | 'storage' = 'live'): Promise<TestEdge> {
  const node = await world.addNode(name, kind);
  const url = `http://${name}.test:8090`;
  await report(world, node, { doors: { url, rtmpPort: kind === 'live' ? 1935 : null, rtmpsPort: null } });
  return node;
}

let made = 0;

/** A stream of this owner, on whatever live server there is; one is added where there is none. */
export async function addStream(
  world: World,
  owner: Person & { serviceId: number },
  wish: Record<string, unknown> = {},
  type = 'push',
): Promise<Stream & { path: string }> {
  made += 1;
  const { rows } = await world.database.ownerPool.query(
    `select from nodes where kind = 'live' and state = 'in_service' limit 1`,
  );
  if (rows.length === 0) await addServer(world, `live-of-tests-${made}`);
  const body = { name: `Stream ${made}`, alias: `stream-${made}`, ...wish };
  const answer = await world.ask(owner, 'POST', streamsPath(owner.serviceId, type), body);
  if (answer.status !== 201) throw new Error(`stream not created: ${JSON.stringify(answer.body)}`);
  return { ...answer.body.stream, path: `${streamsPath(owner.serviceId, type)}/${answer.body.stream.id}` };
}

/** A recording of a stream that is in storage, as reports would have left it. */
export async function addRecording(world: World, stream: Stream, more: { id?: string; ended?: Date } = {}) {
  made += 1;
  const id = more.id ?? `rec${made}`.padEnd(16, 'x');
  const ended = more.ended ?? new Date();
  await world.database.ownerPool.query(
    `insert into recordings (id, stream_id, customer_id, session_id, state, started_at, ended_at, duration_seconds, size_bytes,
       sha256, stored_at)
     select $1, s.id, s.customer_id, 'session', 'stored', $3::timestamptz - interval '1 minute', $3, 60, 1000, repeat('a', 64), $3
     from streams s where s.id = $2`,
    [id, stream.id, ended],
  );
  return id;
}
