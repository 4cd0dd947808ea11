import type { LiveReport } from '@headwater/contract/nodes/live-report';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goAway, report, type TestEdge } from '../../../testing/edge.ts';
import { type Person, useWorld } from '../../../testing/index.ts';
import { docsOf, liveRecording, liveSession, liveState, tellLive } from '../../../testing/live-report.ts';
import { runOperator } from '../../../testing/run-command.ts';
import { runJob } from '../../../testing/run-job.ts';
import { addServer, addStream } from '../../../testing/streams.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let staying: TestEdge;
let servers = 0;

beforeAll(async () => {
  owner = await world.addCustomer();
  staying = await addServer(world, 'live-staying');
});
beforeEach(() => report(world, staying));

/** A live server with a stream that is live and being recorded. */
async function addLiveStream() {
  servers += 1;
  const name = `live-${servers}`;
  const server = await addServer(world, name);
  const stream = await addStream(world, owner, { serverId: server.nodeId }, 'dvr');
  const told: Partial<LiveReport> = {
    states: [liveState(stream.id)],
    sessions: [liveSession(stream.id)],
    recordings: [liveRecording(stream.id, { state: 'recording', endedAt: null, sha256: null })],
  };
  await tellLive(world, server, told);
  const remove = () => runOperator(world, 'node', 'remove', '--kind', 'live', '--name', name);
  const read = async (what = '') => (await world.ask(owner, 'GET', stream.path + what)).body;
  return { name, server, stream, remove, read };
}

const liveCount = async () => {
  const { body } = await world.ask(owner, 'GET', `/services/${owner.serviceId}/streams`);
  return body.types.reduce((sum: number, { live }: { live: number }) => sum + live, 0);
};

describe('a live server that is away', () => {
  test('has said its last word: its streams are not counted as live until it is back', async () => {
    const { server, remove, read } = await addLiveStream();
    expect((await read()).stream.live).toMatchObject({ away: false, state: 'live' });
    const before = await liveCount();
    await goAway(world, server);
    expect((await read()).stream.live).toMatchObject({ away: true, state: 'live' });
    expect(await liveCount()).toBe(before - 1);
    await runJob(world, 'move-streams');
    expect((await read('/sessions')).sessions).toMatchObject([{ state: 'live' }]);
    await report(world, server);
    expect((await read()).stream.live.away).toBe(false);
    expect(await liveCount()).toBe(before);
    await remove();
    await runJob(world, 'move-streams');
  });
});

describe('of a live server that began anew', () => {
  const nothing = { sessions: [], recordings: [] };

  test('with an empty disk, what was under way on the old one is ended and says so; others are not touched', async () => {
    const [lost, other] = [await addLiveStream(), await addLiveStream()];
    // By the command of operators, and as a node joins.
    const { out } = await runOperator(
      world,
      'node',
      'add',
      '--kind',
      'live',
      '--name',
      lost.name,
      '--replace',
      '--json',
    );
    const { body: joined } = await world.ask(null, 'POST', '/nodes/join', JSON.parse(out));
    expect(joined.nodeId).toBe(lost.server.nodeId);
    const { body } = await tellLive(world, joined, { underWay: nothing });
    expect(body.counted).toBe(true);
    expect((await lost.read()).stream.live).toMatchObject({ state: 'idle', playable: false });
    const [session] = (await lost.read('/sessions')).sessions;
    expect(session).toMatchObject({ state: 'ended', reason: 'node_stopped', endedAt: expect.any(String) });
    expect((await lost.read('/recordings')).recordings).toMatchObject([
      { state: 'failed', detail: 'It was lost with the disk of its live server.', endedAt: expect.any(String) },
    ]);
    expect((await other.read('/sessions')).sessions).toMatchObject([{ state: 'live' }]);
    expect((await other.read('/recordings')).recordings).toMatchObject([{ state: 'recording' }]);
    await Promise.all([lost.remove(), other.remove()]);
  });

  test('what it still has on its disk goes on', async () => {
    const { server, stream, remove, read } = await addLiveStream();
    const underWay = { sessions: [`s${stream.id}`], recordings: [`r${stream.id}`] };
    await tellLive(world, server, { underWay, states: [liveState(stream.id, { sessionId: `s${stream.id}` })] });
    expect((await read()).stream.live.state).toBe('live');
    expect((await read('/sessions')).sessions).toMatchObject([{ state: 'live' }]);
    expect((await read('/recordings')).recordings).toMatchObject([{ state: 'recording' }]);
    await remove();
  });

  test('an end that it says later is the one that counts', async () => {
    const { server, stream, remove, read } = await addLiveStream();
    await tellLive(world, server, { underWay: nothing });
    const sessions = [liveSession(stream.id, { state: 'ended', reason: 'publisher_left' })];
    await tellLive(world, server, { sessions, recordings: [liveRecording(stream.id)] });
    expect((await read('/sessions')).sessions).toMatchObject([{ reason: 'publisher_left' }]);
    expect((await read('/recordings')).recordings).toMatchObject([{ state: 'waiting', detail: '' }]);
    await remove();
  });
});

describe('of a live server that was removed', () => {
  test('sessions are ended, streams are idle elsewhere, and what was being recorded is lost and says so', async () => {
    const { stream, remove, read } = await addLiveStream();
    await remove();
    expect((await read()).stream.live.away).toBe(true);
    await runJob(world, 'move-streams');
    expect((await read()).stream).toMatchObject({
      server: { name: 'live-staying' },
      live: { away: false, state: 'idle', playable: false },
    });
    const [session] = (await read('/sessions')).sessions;
    expect(session).toMatchObject({ id: `s${stream.id}`, state: 'ended', reason: 'node_stopped' });
    expect(Date.parse(session.endedAt)).toBeGreaterThan(Date.parse(session.startedAt));
    expect((await read('/recordings')).recordings).toMatchObject([
      { state: 'failed', detail: 'It was lost with its live server.', endedAt: expect.any(String) },
    ]);
  });

  test('so it is where no other server is there, and for streams that were deleted', async () => {
    const { stream, remove, read } = await addLiveStream();
    const other = await addLiveStream();
    await world.ask(owner, 'DELETE', other.stream.path);
    await Promise.all([remove(), other.remove()]);
    await world.database.ownerPool.query(`update nodes set state = 'draining' where kind = 'live'`);
    await runJob(world, 'move-streams');
    await world.database.ownerPool.query(`update nodes set state = 'in_service' where kind = 'live'`);
    for (const one of [read, other.read]) {
      expect((await one('/sessions')).sessions).toMatchObject([{ state: 'ended', reason: 'node_stopped' }]);
      expect((await one('/recordings')).recordings).toMatchObject([{ state: 'failed' }]);
    }
    expect((await read()).stream).toMatchObject({ id: stream.id, server: null, live: { away: true, state: 'idle' } });
    await runJob(world, 'move-streams');
    expect((await read()).stream.server.name).toBe('live-staying');
    expect((await other.read()).stream.server).toBeNull();
  });

  test('a recording can be deleted before anybody has seen that it is lost', async () => {
    const { stream, remove } = await addLiveStream();
    const path = `${stream.path}/recordings/r${stream.id}`;
    expect((await world.ask(owner, 'DELETE', path)).body.code).toBe('conflict');
    await remove();
    expect((await world.ask(owner, 'DELETE', path)).status).toBe(200);
  });

  test('a recording is found again where its disk comes back under another name', async () => {
    const { stream, remove, read } = await addLiveStream();
    await remove();
    await runJob(world, 'move-streams');
    const back = await addServer(world, 'live-back');
    await tellLive(world, back, { recordings: [liveRecording(stream.id)] });
    expect((await read('/recordings')).recordings).toMatchObject([{ state: 'waiting', detail: '' }]);
    await runJob(world, 'move-streams');
    expect((await read('/recordings')).recordings).toMatchObject([{ state: 'waiting' }]);
    await world.database.ownerPool.query('delete from nodes where id = $1', [back.nodeId]);
  });

  test('streams are spread over the servers that are there', async () => {
    const gone = await addServer(world, 'live-gone');
    const streams = [];
    for (let n = 0; n < 6; n++) streams.push(await addStream(world, owner, { serverId: gone.nodeId }));
    const customer = await world.addCustomer();
    for (const name of ['live-spread-1', 'live-spread-2']) {
      const { nodeId } = await addServer(world, name);
      // As busy as the one that stays, or all would go to it.
      const { rows } = await world.database.ownerPool.query('select streams_on_node($1) as streams', [staying.nodeId]);
      for (let n = 0; n < rows[0].streams; n++) await addStream(world, customer, { serverId: nodeId });
    }
    const away = await addServer(world, 'live-away');
    await goAway(world, away);
    await world.database.ownerPool.query('delete from nodes where id = $1', [gone.nodeId]);
    await runJob(world, 'move-streams');
    const found: string[] = [];
    for (const { path } of streams) found.push((await world.ask(owner, 'GET', path)).body.stream.server.name);
    expect(found.toSorted()).toEqual(['live-spread-1', 'live-spread-2', 'live-staying'].flatMap((one) => [one, one]));
    const docs = await docsOf(world, staying);
    for (const { id } of streams) expect(docs.get(`stream/${id}`).nodeId).not.toBe(gone.nodeId);
  });
});
