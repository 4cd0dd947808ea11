import type { Deployment } from '@headwater/contract/lib/deployment';
import { beforeEach, describe, expect, test } from 'vitest';
import { askFeed, goAway, report, type TestEdge } from '../../testing/edge.ts';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let zone: Awaited<ReturnType<typeof addZone>>;
beforeEach(async () => {
  await world.database.ownerPool.query('delete from nodes; delete from attempt_limits');
  owner ??= await world.addCustomer();
  zone = await addZone(world, owner);
});

const deployment = async (): Promise<Deployment> => (await world.ask(owner, 'GET', zone.path)).body.zone.deployment;
const rename = () => world.ask(owner, 'PATCH', zone.path, { name: `Renamed ${Math.random()}` });
const addServing = async (name: string): Promise<TestEdge> => {
  const edge = await world.addNode(name);
  await report(world, edge);
  return edge;
};
/** The zone's document is refused at its newest version. */
const refusal = async (edge: TestEdge, reason: string) => {
  const { entries } = await askFeed(world, edge);
  const key = `zone/${zone.id}`;
  return { key, seq: entries.find((entry) => entry.key === key)!.seq, reason };
};

describe('a change', () => {
  test('is never live while no node is in service', async () => {
    expect(await deployment()).toMatchObject({
      state: 'pending',
      nodes: 0,
      appliedNodes: 0,
      reason: 'No edge is in service.',
    });
    await world.addNode('edge-joining');
    expect(await deployment()).toMatchObject({ state: 'pending', nodes: 0 });
  });

  test('is pending until the node applied it, then live, with the time it took', async () => {
    const edge = await addServing('edge-1');
    expect(await deployment()).toMatchObject({ state: 'live', nodes: 1, appliedNodes: 1 });
    await rename();
    const pending = await deployment();
    expect(pending).toMatchObject({ state: 'pending', nodes: 1, appliedNodes: 0, latencyMs: null, away: [] });
    expect(pending).not.toHaveProperty('reason');
    await report(world, edge);
    const live = await deployment();
    expect(live).toMatchObject({ state: 'live', appliedNodes: 1, changedAt: pending.changedAt });
    expect(live.latencyMs).toBeGreaterThanOrEqual(0);
    expect(live.latencyMs).toBeLessThan(5000);
    await report(world, edge);
    expect((await deployment()).latencyMs).toBe(live.latencyMs);
  });

  test('waits for each of two nodes', async () => {
    const [first, second] = [await addServing('edge-1'), await addServing('edge-2')];
    await rename();
    await report(world, first);
    expect(await deployment()).toMatchObject({ state: 'pending', nodes: 2, appliedNodes: 1 });
    await report(world, second);
    expect(await deployment()).toMatchObject({
      state: 'live',
      nodes: 2,
      appliedNodes: 2,
      latencyMs: expect.any(Number),
    });
  });

  test('becomes live when two nodes report it at the same moment', async () => {
    const edges = [await addServing('edge-1'), await addServing('edge-2'), await addServing('edge-3')];
    for (let round = 0; round < 10; round++) {
      await rename();
      await Promise.all(edges.map((edge) => report(world, edge)));
      expect(await deployment()).toMatchObject({ state: 'live', appliedNodes: 3, latencyMs: expect.any(Number) });
    }
  });

  test('does not wait for a node that is away, but names it', async () => {
    const [first, second] = [await addServing('edge-1'), await addServing('edge-2')];
    await goAway(world, second);
    await rename();
    await report(world, first);
    expect(await deployment()).toMatchObject({ state: 'live', nodes: 2, appliedNodes: 1, away: ['edge-2'] });
    await report(world, second);
    expect(await deployment()).toMatchObject({ state: 'live', nodes: 2, appliedNodes: 2, away: [] });
  });

  test('does not wait for a node whose engine does not serve', async () => {
    const [first, second] = [await addServing('edge-1'), await addServing('edge-2')];
    await rename();
    await report(world, first);
    await report(world, second, { serving: false, appliedSeq: 0 });
    expect(await deployment()).toMatchObject({ state: 'live', appliedNodes: 1, away: ['edge-2'] });
  });

  test('is not live when every node is away', async () => {
    const edge = await addServing('edge-1');
    await goAway(world, edge);
    expect(await deployment()).toMatchObject({ state: 'pending', nodes: 1, appliedNodes: 0, away: ['edge-1'] });
  });

  test('is not held back by a node that joins, nor by one that is drained', async () => {
    const [first, second] = [await addServing('edge-1'), await addServing('edge-2')];
    const joining = await world.addNode('edge-3');
    await report(world, joining, { serving: false, appliedSeq: 0 });
    await world.database.ownerPool.query(`update nodes set state = 'draining' where id = $1`, [second.nodeId]);
    await rename();
    await report(world, first);
    expect(await deployment()).toMatchObject({ state: 'live', nodes: 1, appliedNodes: 1, away: [] });
    await report(world, second);
    expect(await deployment()).toMatchObject({ nodes: 1 });
    await report(world, joining);
    expect(await deployment()).toMatchObject({ state: 'live', nodes: 2, appliedNodes: 2 });
  });

  test('is not applied by a node that speaks of another history', async () => {
    const edge = await addServing('edge-1');
    await rename();
    await report(world, edge, { epoch: 'of another database', appliedSeq: 1_000_000 });
    expect(await deployment()).toMatchObject({ state: 'pending', appliedNodes: 0 });
    const joining = await world.addNode('edge-2');
    await report(world, joining, { epoch: null, appliedSeq: 0 });
    expect(await deployment()).toMatchObject({ nodes: 1 });
  });
});

describe('a refusal', () => {
  test('makes the change failed, in the engine’s words, until a newer version is applied', async () => {
    const edge = await addServing('edge-1');
    await rename();
    const reason = 'invalid header <script>alert(1)</script> ünïcode';
    const refused = [await refusal(edge, reason)];
    await report(world, edge, { refused });
    expect(await deployment()).toMatchObject({ state: 'failed', reason });
    await rename();
    expect(await deployment()).toMatchObject({ state: 'pending' });
    expect(await deployment()).not.toHaveProperty('reason');
    await report(world, edge);
    expect(await deployment()).toMatchObject({ state: 'live', latencyMs: expect.any(Number) });
  });

  test('by one of two nodes is enough, is told with its name, and is over when that node no longer refuses', async () => {
    const [first, second] = [await addServing('edge-1'), await addServing('edge-2')];
    await rename();
    await report(world, first, { refused: [await refusal(first, 'no')] });
    await report(world, second);
    expect(await deployment()).toMatchObject({ state: 'failed', reason: 'edge-1: no' });
    await report(world, first);
    expect(await deployment()).toMatchObject({ state: 'live', appliedNodes: 2 });
  });

  test('leaves every other zone alone', async () => {
    const edge = await addServing('edge-1');
    const other = await addZone(world, owner);
    await report(world, edge, { refused: [await refusal(edge, 'no')] });
    expect((await world.ask(owner, 'GET', other.path)).body.zone.deployment.state).toBe('live');
    expect((await deployment()).state).toBe('failed');
  });

  test('by a node that is drained or removed counts no more', async () => {
    const [first, second] = [await addServing('edge-1'), await addServing('edge-2')];
    await rename();
    await report(world, first, { refused: [await refusal(first, 'no')] });
    await world.database.ownerPool.query(`update nodes set state = 'draining' where id = $1`, [first.nodeId]);
    await report(world, second);
    expect(await deployment()).toMatchObject({ state: 'live', nodes: 1, latencyMs: expect.any(Number) });
    await world.database.ownerPool.query('delete from nodes where id = $1', [first.nodeId]);
    expect(await deployment()).toMatchObject({ state: 'live', nodes: 1 });
  });

  test('said twice in one report is said once', async () => {
    const edge = await addServing('edge-1');
    const one = await refusal(edge, 'first');
    await report(world, edge, {
      refused: [
        { ...one, seq: one.seq - 1 },
        { ...one, reason: 'second' },
      ],
    });
    expect(await deployment()).toMatchObject({ state: 'failed', reason: 'second' });
  });

  test('of a key that nobody knows harms nothing', async () => {
    const edge = await addServing('edge-1');
    await report(world, edge, { refused: [{ key: 'zone/unknown', seq: 1, reason: 'no' }] });
    expect((await deployment()).state).toBe('live');
  });
});

describe('a report', () => {
  test('answers the node’s own state, and takes a node into service once it serves', async () => {
    const edge = await world.addNode('edge-1');
    const { epoch, cursor } = await askFeed(world, edge);
    const body = { epoch, appliedSeq: cursor, refused: [], version: '1', serving: true, warnings: ['disk is full'] };
    const put = () => world.ask(edge.credential, 'PUT', '/nodes/report', body);
    expect((await put()).body).toEqual({ result: 'success', state: 'in_service' });
    await world.database.ownerPool.query(`update nodes set state = 'draining'`);
    expect((await put()).body.state).toBe('draining');
    const { rows } = await world.database.ownerPool.query('select version, warnings, serving from nodes');
    expect(rows).toEqual([{ version: '1', warnings: ['disk is full'], serving: true }]);
  });

  test('tells from which addresses the node fetches; one that does not say leaves them as they were', async () => {
    const edge = await world.addNode('edge-1');
    const said = { epoch: null, appliedSeq: 0, refused: [], version: '1', serving: true, warnings: [] };
    const read = async () => (await world.database.ownerPool.query('select addresses from nodes')).rows;
    await world.ask(edge.credential, 'PUT', '/nodes/report', { ...said, addresses: ['203.0.113.7', '2001:db8::7'] });
    expect(await read()).toEqual([{ addresses: ['203.0.113.7', '2001:db8::7'] }]);
    await world.ask(edge.credential, 'PUT', '/nodes/report', said);
    expect(await read()).toEqual([{ addresses: ['203.0.113.7', '2001:db8::7'] }]);
    await world.ask(edge.credential, 'PUT', '/nodes/report', { ...said, addresses: [] });
    expect(await read()).toEqual([{ addresses: [] }]);
  });

  test.each([
    [{ addresses: ['edge.example'] }],
    [{ addresses: ['203.0.113.0/24'] }],
    [{ addresses: Array(33).fill('203.0.113.7') }],
    [{ appliedSeq: -1 }],
    [{ appliedSeq: '1' }],
    [{ serving: 'yes' }],
    [{ warnings: [1] }],
    [{ refused: [{ key: 'k' }] }],
    [{ version: 'v'.repeat(61) }],
  ])('with %j is bad input and changes nothing', async (change) => {
    const edge = await world.addNode('edge-1');
    const good = { epoch: null, appliedSeq: 0, refused: [], version: '1', serving: true, warnings: [] };
    const { body } = await world.ask(edge.credential, 'PUT', '/nodes/report', { ...good, ...change });
    expect(body.code).toBe('invalid_input');
    const { rows } = await world.database.ownerPool.query('select last_seen_at from nodes');
    expect(rows).toEqual([{ last_seen_at: null }]);
  });

  test('is told to the owner of what became live, and to nobody else', async () => {
    const edge = await addServing('edge-1');
    const other = await world.addCustomer();
    const theirs = await addZone(world, other);
    const [mine, foreign] = [await openStream(world, owner), await openStream(world, other)];
    await mine.waitFor(({ event }) => event === 'ready');
    await foreign.waitFor(({ event }) => event === 'ready');
    await rename();
    await world.ask(owner, 'POST', `${zone.path}/purge`, { files: ['/a'] });
    await mine.waitFor(({ data }) => data.topic === 'purges');
    mine.heard.length = 0;
    await report(world, edge);
    await mine.waitFor(({ data }) => data.topic === 'zones' && data.id === zone.id);
    await mine.waitFor(({ data }) => data.topic === 'purges' && data.id === zone.id);
    await foreign.waitFor(({ data }) => data.topic === 'zones' && data.id === theirs.id);
    expect(JSON.stringify(foreign.heard)).not.toContain(zone.id);
    expect(JSON.stringify(mine.heard)).not.toContain(theirs.id);
    mine.close();
    foreign.close();
  });
});
