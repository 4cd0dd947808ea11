import { beforeAll, describe, expect, test } from 'vitest';
import { addDomain, addRecord, answersOf } from '../../../testing/domains.ts';
import { useWorld } from '../../../testing/index.ts';
import { runJob } from '../../../testing/run-job.ts';
import { setServiceStatus } from '../../../testing/services.ts';
import { republishDomains } from '../republish.ts';

const world = useWorld({ HEADWATER_ALLOW_PRIVATE_ORIGINS: '1' });

beforeAll(async () => {
  const { nodeId } = await world.addNode('edge-1');
  await setAddresses(nodeId, ['198.51.100.1', '2001:db8::1']);
});

const setAddresses = (nodeId: string, addresses: string[]) =>
  world.database.owner
    .updateTable('nodes')
    .set({ addresses: JSON.stringify(addresses), state: 'in_service' })
    .where('id', '=', nodeId)
    .execute();

const setUp = async (state = 'delegated') => {
  const owner = await world.addCustomer();
  const domain = await addDomain(world, owner);
  await world.database.owner
    .updateTable('dns_domains')
    .set({ delegation: JSON.stringify({ state }) })
    .where('id', '=', domain.id)
    .execute();
  const record = await addRecord(world, owner, domain, { host: 'www', record: '192.0.2.80' });
  const proxy = (on: 0 | 1, path = record.path) => world.ask(owner, 'PUT', `${path}/proxy`, { proxy: on });
  return { owner, domain, record, proxy };
};

/** What edges are told of the domain's hosts. */
const edgeZones = async (domainId: string) =>
  (
    await world.database.owner
      .selectFrom('desired_state')
      .select('doc')
      .where('kind', '=', 'edge')
      .where('key', 'like', `zone/dns${domainId}%`)
      .where('deleted', '=', false)
      .execute()
  ).map(({ doc }) => doc);

const www = async ({ id }: { id: string }) =>
  (await answersOf(world, id))?.filter((line) => line.startsWith('www.')) ?? null;

describe('a proxied host', () => {
  test("is answered with the edges' addresses, and edges serve it from the record's own value", async () => {
    const { domain, proxy, owner, record } = await setUp();
    const { status, body } = await proxy(1);
    expect(status).toBe(200);
    expect(body.record).toMatchObject({ proxy: 1, record: '192.0.2.80' });
    expect(await www(domain)).toEqual([
      `www.${domain.domain} 3600 A 198.51.100.1`,
      `www.${domain.domain} 3600 AAAA 2001:db8::1`,
    ]);
    const host = `www.${domain.domain}`;
    expect(await edgeZones(domain.id)).toMatchObject([
      { hosts: [host], origin: { url: 'http://192.0.2.80', hostHeader: host, system: false } },
    ]);
    await world.ask(owner, 'PATCH', record.path, { record: '192.0.2.81' });
    expect(await edgeZones(domain.id)).toMatchObject([{ origin: { url: 'http://192.0.2.81' } }]);
    await proxy(0);
    expect(await www(domain)).toEqual([`www.${domain.domain} 3600 A 192.0.2.81`]);
    expect(await edgeZones(domain.id)).toEqual([]);
  });

  test('goes with all its addresses, disabled with the record, and from the edges with the domain', async () => {
    const { owner, domain, record, proxy } = await setUp();
    const six = await addRecord(world, owner, domain, { host: 'www', type: 'AAAA', record: '2001:db8::80' });
    await proxy(1, six.path);
    const { records } = (await world.ask(owner, 'GET', `${domain.path}/records`)).body;
    expect(records.map((one: { proxy: number }) => one.proxy)).toEqual([1, 1]);
    const ids = [record.id, six.id];
    await world.ask(owner, 'PUT', `${domain.path}/records/status`, { ids, status: 0 });
    expect([await www(domain), await edgeZones(domain.id)]).toEqual([[], []]);
    await world.ask(owner, 'PUT', `${domain.path}/records/status`, { ids, status: 1 });
    expect(await edgeZones(domain.id)).toHaveLength(1);
    await world.ask(owner, 'DELETE', domain.path);
    expect([await www(domain), await edgeZones(domain.id)]).toEqual([null, []]);
    await world.ask(owner, 'POST', `${domain.path}/restore`);
    expect(await edgeZones(domain.id)).toHaveLength(1);
  });

  test('takes in every address that comes to it, and loses what moves away', async () => {
    const { owner, domain, record, proxy } = await setUp();
    await proxy(1);
    const edges = await www(domain);
    const second = await addRecord(world, owner, domain, { host: 'www', type: 'AAAA', record: '2001:db8::80' });
    await world.ask(owner, 'POST', `${domain.path}/import`, { zone: 'www 3600 A 192.0.2.90\n' });
    expect(await www(domain)).toEqual(edges);
    const moved = await world.ask(owner, 'PATCH', second.path, { host: 'elsewhere' });
    expect(moved.body.record).toMatchObject({ host: 'elsewhere', proxy: 0 });
    for (const [field, wish] of Object.entries({ record: { record: '198.51.100.1' } })) {
      const refused = await world.ask(owner, 'PATCH', record.path, wish);
      expect(refused.body).toMatchObject({ code: 'not_proxiable', errors: [{ field }] });
    }
    expect((await world.ask(owner, 'PATCH', record.path, { host: '*' })).body.record.proxy).toBe(0);
    expect(await www(domain)).toEqual(edges);
  });

  test('needs a domain whose name servers were seen to be ours, and a record that can be proxied', async () => {
    const elsewhere = await setUp('elsewhere');
    expect((await elsewhere.proxy(1)).body).toMatchObject({ code: 'not_delegated' });
    const { owner, domain, proxy } = await setUp('confirmed');
    const mx = await addRecord(world, owner, domain, { host: '@', type: 'MX', record: 'mail', priority: 1 });
    const any = await addRecord(world, owner, domain, { host: '*', record: '192.0.2.9' });
    const edge = await addRecord(world, owner, domain, { host: 'loop', record: '198.51.100.1' });
    for (const { path } of [mx, any, edge]) expect((await proxy(1, path)).body.code).toBe('not_proxiable');
    expect(await edgeZones(domain.id)).toEqual([]);
  });

  test('follows the addresses that edges have', async () => {
    const { domain, proxy } = await setUp();
    await proxy(1);
    const { nodeId } = await world.addNode(`edge-of-${domain.id}`);
    await setAddresses(nodeId, ['198.51.100.99']);
    await runJob(world, 'follow-edges');
    expect(await www(domain)).toContain(`www.${domain.domain} 3600 A 198.51.100.99`);
  });
});

test('while no address of an edge is known, a proxied host is answered with its own', async () => {
  const { domain, proxy } = await setUp();
  await proxy(1);
  const answered = await www(domain);
  const setState = async (state: string) => {
    await world.database.ownerPool.query(`update nodes set state = $1 where kind = 'edge'`, [state]);
    await runJob(world, 'follow-edges');
  };
  await setState('draining');
  expect(await www(domain)).toEqual([`www.${domain.domain} 3600 A 192.0.2.80`]);
  await setState('in_service');
  expect(await www(domain)).toEqual(answered);
});

test('a domain and its proxied hosts are answered while the service is Active', async () => {
  const { owner, domain, proxy } = await setUp();
  await proxy(1);
  const answered = await www(domain);
  await setServiceStatus(world, owner.serviceId, 'Suspended');
  expect([await www(domain), await edgeZones(domain.id)]).toEqual([null, []]);
  await setServiceStatus(world, owner.serviceId, 'Active');
  expect(await www(domain)).toEqual(answered);
  expect(await edgeZones(domain.id)).toHaveLength(1);
});

test('name servers are told anew only of what a change of settings changed', async () => {
  const { domain } = await setUp();
  await republishDomains(world.database, world.settings);
  expect(await republishDomains(world.database, world.settings)).toBe(0);
  const settings = { ...world.settings, nameservers: ['ns7.headwater.test'] };
  expect(await republishDomains(world.database, settings)).toBeGreaterThan(0);
  expect((await answersOf(world, domain.id))?.filter((line) => line.includes(' NS '))).toEqual([
    `${domain.domain} 3600 NS ns7.headwater.test.`,
  ]);
});
