import { EdgeZone } from '@headwater/contract/nodes/edge-document';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone, zonesPath } from '../../testing/zones.ts';
import { sweepZones } from './sweep.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
beforeAll(async () => {
  owner = await world.addCustomer();
});
const documentOf = async (id: string) => {
  const { rows } = await world.database.ownerPool.query('select doc, deleted from desired_state where key = $1', [
    `zone/${id}`,
  ]);
  return rows[0] as { doc: EdgeZone | null; deleted: boolean };
};

describe('what the edges are told of a zone', () => {
  test('follows each change of it, and is always what an edge accepts', async () => {
    const zone = await addZone(world, owner, {
      zone: 'followed',
      origin: 'https://ORIGIN.test/base',
      settings: { hostHeader: 'WWW.origin.test', edgeTtlSeconds: 0, queryString: 'ignore', staleIfErrorSeconds: 0 },
    });
    const { doc } = await documentOf(zone.id);
    expect(doc).toEqual({
      id: zone.id,
      hosts: ['followed.cdn.localhost'],
      disabled: false,
      path: null,
      origin: { url: 'https://ORIGIN.test/base', hostHeader: 'www.origin.test', system: false, door: null },
      access: null,
      delivery: 'cached',
      cache: { edgeTtlSeconds: 0, queryString: 'ignore', staleIfErrorSeconds: 0 },
      purge: { generation: 0, bans: [] },
    });
    await world.ask(owner, 'PATCH', zone.path, { settings: { edgeTtlSeconds: null } });
    await world.ask(owner, 'PUT', `${zone.path}/status`, { status: 1 });
    const disabled = (await documentOf(zone.id)).doc;
    expect(EdgeZone.parse(disabled)).toEqual({
      ...doc,
      disabled: true,
      cache: { edgeTtlSeconds: null, queryString: 'ignore', staleIfErrorSeconds: 0 },
    });
    await world.ask(owner, 'PUT', `${zone.path}/status`, { status: 0 });
    expect((await documentOf(zone.id)).doc?.disabled).toBe(false);
  });

  test('is that it is gone once it is deleted, and after its restoration nothing purged before comes back', async () => {
    const zone = await addZone(world, owner);
    await world.ask(owner, 'POST', `${zone.path}/purge`, { files: ['/*'] });
    await world.ask(owner, 'POST', `${zone.path}/purge`, { files: ['/a*'] });
    const before = (await documentOf(zone.id)).doc;
    expect(before?.purge).toEqual({ generation: 1, bans: [[1, '/a*']] });
    await world.ask(owner, 'DELETE', zone.path);
    expect(await documentOf(zone.id)).toEqual({ doc: null, deleted: true });
    await world.ask(owner, 'POST', `${zone.path}/restore`);
    expect((await documentOf(zone.id)).doc).toEqual(before);
  });

  test('says that an origin is the provider’s own only of the demo’s site, whatever the customer sends', async () => {
    const demo = await addZone(world, owner, { origin: 'http://127.0.0.1:3081/x', system: true });
    expect((await documentOf(demo.id)).doc?.origin.system).toBe(true);
    const plain = await addZone(world, owner, { system: true, settings: { system: true }, customer_id: 1, id: 'mine' });
    expect(plain.id).not.toBe('mine');
    expect((await documentOf(plain.id)).doc?.origin.system).toBe(false);
    for (const origin of ['http://127.0.0.1:3082', 'https://127.0.0.1:3081', 'http://127.0.0.1']) {
      const { status } = await world.ask(owner, 'PATCH', plain.path, { origin });
      expect(status).toBe(422);
    }
  });

  test('is told once for each change, also when many change one zone at once', async () => {
    const zone = await addZone(world, owner);
    const settings = [
      { edgeTtlSeconds: 7 },
      { queryString: 'ignore' },
      { staleIfErrorSeconds: 8 },
      { hostHeader: 'h.test' },
    ];
    await Promise.all(settings.map((one) => world.ask(owner, 'PATCH', zone.path, { settings: one })));
    const { doc } = await documentOf(zone.id);
    expect(doc?.cache).toEqual({ edgeTtlSeconds: 7, queryString: 'ignore', staleIfErrorSeconds: 8 });
    expect(doc?.origin.hostHeader).toBe('h.test');
  });
});

test('a zone deleted more than 30 days ago is swept away and its alias is free, others stay', async () => {
  const sweeper = await world.addCustomer();
  const [old, recent, kept] = [
    await addZone(world, sweeper, { zone: 'swept' }),
    await addZone(world, sweeper),
    await addZone(world, sweeper),
  ];
  for (const zone of [old, recent]) await world.ask(sweeper, 'DELETE', zone.path);
  const age = `update zones set deleted_at = now() - $2::interval where id = $1`;
  await world.database.ownerPool.query(age, [old.id, '30 days 1 minute']);
  await world.database.ownerPool.query(age, [recent.id, '29 days']);
  await sweepZones(world.database);
  expect((await world.ask(sweeper, 'GET', old.path)).status).toBe(404);
  expect((await world.ask(sweeper, 'POST', `${old.path}/restore`)).status).toBe(404);
  expect((await world.ask(sweeper, 'GET', recent.path)).status).toBe(200);
  expect((await world.ask(sweeper, 'GET', kept.path)).status).toBe(200);
  const again = await world.ask(owner, 'POST', zonesPath(owner.serviceId), {
    name: 'x',
    zone: 'swept',
    origin: 'https://origin.test',
  });
  expect(again.status).toBe(201);
});
