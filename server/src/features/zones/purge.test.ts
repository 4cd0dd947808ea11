import type { Purge } from '@headwater/contract/zones/purge';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goAway, report, type TestEdge } from '../../testing/edge.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let zone: Awaited<ReturnType<typeof addZone>>;
beforeAll(async () => {
  owner = await world.addCustomer();
});
beforeEach(async () => {
  zone = await addZone(world, owner);
});

const purge = (files: unknown, path = zone.path) => world.ask(owner, 'POST', `${path}/purge`, { files } as object);
const purged = async (files: string[]): Promise<Purge> => {
  const { status, body } = await purge(files);
  expect(status).toBe(202);
  expect(body.purgeId).toBe(body.purge.purgeId);
  return body.purge;
};
const desired = async (key: string) => {
  const { rows } = await world.database.ownerPool.query('select doc, seq from desired_state where key = $1', [key]);
  return rows[0];
};
const zoneDocument = async () => (await desired(`zone/${zone.id}`)).doc;

describe('a purge orders from the edges', () => {
  test('exact files, once each, as a row of their own', async () => {
    const { purgeId, kind, fileCount } = await purged(['/a.png', `${zone.url}/a.png`, '/b?x=1', '/ü']);
    expect({ kind, fileCount }).toEqual({ kind: 'url', fileCount: 4 });
    const order = await desired(`purge/${purgeId}`);
    expect(order.doc).toEqual({ zoneId: zone.id, paths: ['/a.png', '/b?x=1', '/%C3%BC'] });
    expect((await zoneDocument()).purge).toEqual({ generation: 0, bans: [] });
  });

  test('a wildcard, in the zone’s document', async () => {
    expect(await purged(['/images/*', '/css*'])).toMatchObject({ kind: 'wildcard', fileCount: 2 });
    expect((await zoneDocument()).purge).toEqual({
      generation: 0,
      bans: [
        [1, '/images/*'],
        [2, '/css*'],
      ],
    });
  });

  test('the whole zone, as a new generation without wildcards', async () => {
    await purged(['/images/*']);
    expect(await purged(['/a', '/*', '/b*'])).toMatchObject({ kind: 'zone', fileCount: 3 });
    expect((await zoneDocument()).purge).toEqual({ generation: 1, bans: [] });
    await purged(['/images/*']);
    expect((await zoneDocument()).purge).toEqual({ generation: 1, bans: [[2, '/images/*']] });
  });

  test('both kinds at once, and counts as done at the later of the two', async () => {
    const { purgeId, kind } = await purged(['/a', '/b*']);
    expect(kind).toBe('mixed');
    const exact = await desired(`purge/${purgeId}`);
    const document = await desired(`zone/${zone.id}`);
    const { rows } = await world.database.ownerPool.query('select seq from purges where id = $1', [purgeId]);
    expect(Number(rows[0].seq)).toBe(Math.max(Number(exact.seq), Number(document.seq)));
  });

  test('without the query where the zone ignores it', async () => {
    await world.ask(owner, 'PATCH', zone.path, { settings: { queryString: 'ignore' } });
    const { purgeId } = await purged(['/a?x=1', '/a?x=2']);
    expect((await desired(`purge/${purgeId}`)).doc.paths).toEqual(['/a']);
  });

  test('every one of many that come at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => purged([`/n${n}/*`])));
    const { bans } = (await zoneDocument()).purge as { bans: [number, string][] };
    expect(bans.map(([number]) => number)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
    expect(new Set(bans.map(([, pattern]) => pattern)).size).toBe(12);
  });

  test('a thousand files', async () => {
    const files = Array.from({ length: 1000 }, (_, n) => `/${'f'.repeat(4000)}/${n}`);
    const { purgeId, fileCount } = await purged(files);
    expect(fileCount).toBe(1000);
    expect((await desired(`purge/${purgeId}`)).doc.paths).toHaveLength(1000);
  });

  test('wildcards beyond what a zone keeps, by a new generation', async () => {
    await purged(Array.from({ length: 101 }, (_, n) => `/${n}/*`));
    expect((await zoneDocument()).purge).toEqual({ generation: 1, bans: [] });
  });
});

describe('a purge is refused, and orders nothing,', () => {
  const refused: [string, unknown, number, string, RegExp][] = [
    ['of another host', ['https://elsewhere.example/a'], 422, 'purge_foreign_host', /elsewhere\.example is not a host/],
    ['of a bare star', ['/fine', '*'], 422, 'purge_bare_wildcard', /Use \/\*/],
    ['of 1,001 entries', Array.from({ length: 1001 }, (_, n) => `/${n}`), 400, 'invalid_input', /at most 1,000/],
    ['of nothing', [], 400, 'invalid_input', /at least one/],
    ['of an empty entry', [' '], 400, 'invalid_input', /Enter a path/],
    ['of what is no text', [5], 400, 'invalid_input', /Must be a text/],
    ['of what is no list', '/a', 400, 'invalid_input', /Must be a list/],
    ['of a star in the middle', ['/a/*/b'], 400, 'invalid_input', /in the middle/],
    ['of an endless entry', [`/${'a'.repeat(4096)}`], 400, 'invalid_input', /4,096/],
    ['of half a character', ['/a\ud800'], 400, 'invalid_input', /cannot be stored/],
    ['of U+0000', ['/a\u0000'], 400, 'invalid_input', /cannot be stored/],
  ];
  test.each(refused)('%s', async (_, files, status, code, message) => {
    const before = await desired(`zone/${zone.id}`);
    const answer = await purge(files);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(answer.body.message).toMatch(message);
    if (!/stored/.test(String(message))) expect(answer.body.errors[0].field).toMatch(/^files/);
    expect(await desired(`zone/${zone.id}`)).toEqual(before);
    expect((await world.ask(owner, 'GET', `${zone.path}/purges`)).body.total).toBe(0);
  });

  test('of more than the route reads', async () => {
    const files = Array.from({ length: 1000 }, () => `/${'a'.repeat(5000)}`);
    expect((await purge(files)).body.code).toBe('body_too_large');
  });
});

describe('the history of a zone', () => {
  test('has the newest first, by whom, and the first files of each', async () => {
    const contact = await world.addContact(owner.customerId, ['zones.manage']);
    await purged(Array.from({ length: 8 }, (_, n) => `/${n}`));
    await world.ask(contact, 'POST', `${zone.path}/purge`, { files: ['/x*'] });
    const { body } = await world.ask(owner, 'GET', `${zone.path}/purges`);
    expect(body).toMatchObject({ page: 1, rows: 20, total: 2 });
    expect(body.purges[0]).toMatchObject({ kind: 'wildcard', files: ['/x*'], requestedBy: 'Ada Contact' });
    expect(body.purges[1]).toMatchObject({
      fileCount: 8,
      files: ['/0', '/1', '/2', '/3', '/4'],
      requestedBy: 'Ada Owner',
    });
    const second = await world.ask(owner, 'GET', `${zone.path}/purges?rows=1&page=2`);
    expect(second.body.purges.map((one: Purge) => one.fileCount)).toEqual([8]);
    const one = await world.ask(owner, 'GET', `${zone.path}/purges/${body.purges[1].purgeId}`);
    expect(one.body.purge.files).toHaveLength(8);
  });

  test('tells the total also beyond its end', async () => {
    await purged(['/a']);
    const { body } = await world.ask(owner, 'GET', `${zone.path}/purges?page=5`);
    expect(body).toMatchObject({ purges: [], page: 5, total: 1 });
  });

  test('leads to no purge of another zone', async () => {
    const { purgeId } = await purged(['/a']);
    const second = await addZone(world, owner);
    expect((await world.ask(owner, 'GET', `${second.path}/purges/${purgeId}`)).status).toBe(404);
  });
});

describe('a purge node by node', () => {
  let near: TestEdge;
  let far: TestEdge;
  const details = async (purgeId: string) =>
    (await world.ask(owner, 'GET', `${zone.path}/purges/${purgeId}`)).body.purge;

  test('is pending, done or away on each, and live once all that are there did it', async () => {
    near = await world.addNode('edge-near');
    far = await world.addNode('edge-far');
    await report(world, near);
    await report(world, far);
    const { purgeId } = await purged(['/a']);
    expect(await details(purgeId)).toMatchObject({
      deployment: { state: 'pending', nodes: 2, appliedNodes: 0, latencyMs: null },
      nodes: [
        { node: 'edge-far', state: 'pending', latencyMs: null, doneAt: null },
        { node: 'edge-near', state: 'pending', latencyMs: null, doneAt: null },
      ],
    });
    await report(world, near);
    const half = await details(purgeId);
    expect(half.deployment).toMatchObject({ state: 'pending', appliedNodes: 1 });
    expect(half.nodes[1]).toMatchObject({ node: 'edge-near', state: 'done', latencyMs: expect.any(Number) });
    await goAway(world, far);
    expect(await details(purgeId)).toMatchObject({
      deployment: { state: 'live', away: ['edge-far'] },
      nodes: [{ node: 'edge-far', state: 'away' }, { state: 'done' }],
    });
    await report(world, far);
    const done = await details(purgeId);
    expect(done.deployment).toMatchObject({ state: 'live', appliedNodes: 2, away: [], latencyMs: expect.any(Number) });
    expect(done.nodes.map((node: { state: string }) => node.state)).toEqual(['done', 'done']);
  });

  test('is failed, in the edge’s words, while an edge refuses the document that carries it', async () => {
    for (const edge of [near, far]) await report(world, edge);
    const { purgeId } = await purged(['/a', '/images/*']);
    const { seq } = await desired(`zone/${zone.id}`);
    const refused = [{ key: `zone/${zone.id}`, seq: Number(seq), reason: 'not that one' }];
    await report(world, near, { refused });
    await report(world, far);
    const failed = await details(purgeId);
    expect(failed.deployment).toMatchObject({ state: 'failed', reason: 'edge-near: not that one' });
    expect(failed.nodes.map((node: { state: string }) => node.state)).toEqual(['done', 'refused']);
    const { body } = await world.ask(owner, 'GET', `${zone.path}/purges`);
    expect(body.purges[0].deployment).toMatchObject({ state: 'failed', reason: 'edge-near: not that one' });
    await world.ask(owner, 'PATCH', zone.path, { origin: 'https://second.test' });
    await report(world, near);
    await report(world, far);
    const done = await details(purgeId);
    expect(done.deployment).toMatchObject({ state: 'live', latencyMs: expect.any(Number) });
    expect(done.nodes.map((node: { state: string }) => node.state)).toEqual(['done', 'done']);
  });

  test('of files is not failed by a zone’s document that is refused for another reason', async () => {
    const { seq } = await desired(`zone/${zone.id}`);
    const { purgeId } = await purged(['/a']);
    await report(world, near, { refused: [{ key: `zone/${zone.id}`, seq: Number(seq), reason: 'no' }] });
    await report(world, far);
    expect((await details(purgeId)).deployment.state).toBe('live');
    await report(world, near, { refused: [{ key: `purge/${purgeId}`, seq: Number(seq) + 1, reason: 'too long' }] });
    expect((await details(purgeId)).deployment).toMatchObject({ state: 'failed', reason: 'edge-near: too long' });
    await report(world, near);
  });

  test('has no time for a node that came later, since it had nothing of what was purged', async () => {
    const { purgeId } = await purged(['/b']);
    for (const edge of [near, far]) await report(world, edge);
    const late = await world.addNode('edge-late');
    await report(world, late);
    const { nodes } = await details(purgeId);
    expect(nodes.find((node: { node: string }) => node.node === 'edge-late')).toEqual({
      node: 'edge-late',
      state: 'done',
      latencyMs: null,
      doneAt: null,
    });
  });

  test('is not done by a report that belongs to another history', async () => {
    const { purgeId } = await purged(['/c']);
    await report(world, near, { epoch: 'of another database' });
    const { nodes } = await details(purgeId);
    expect(nodes.find((node: { node: string }) => node.node === 'edge-near').state).toBe('pending');
  });
});
