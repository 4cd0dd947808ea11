import { beforeAll, describe, expect, test } from 'vitest';
import { addDomain, addRecord } from '../../../testing/domains.ts';
import { report, type TestEdge } from '../../../testing/edge.ts';
import { openStream } from '../../../testing/event-stream.ts';
import { type Person, statusesOf, useWorld } from '../../../testing/index.ts';
import { addZone } from '../../../testing/zones.ts';

const world = useWorld();
let edge: TestEdge;

beforeAll(async () => {
  edge = await world.addNode('edge-1');
  await world.database.ownerPool.query(
    `update nodes set addresses = '["198.51.100.10", "198.51.100.1"]', state = 'in_service' where id = $1`,
    [edge.nodeId],
  );
});

type Owner = Person & { serviceId: number };

const confirm = (domainId: string) =>
  world.database.ownerPool.query(`update dns_domains set delegation = '{"state": "confirmed"}' where id = $1`, [
    domainId,
  ]);

async function addConfirmed(owner: Owner, wish: Record<string, unknown> = {}) {
  const domain = await addDomain(world, owner, wish);
  await confirm(domain.id);
  return domain;
}

const proxy = (owner: Owner, { path }: { path: string }) => world.ask(owner, 'PUT', `${path}/proxy`, { proxy: 1 });

describe('where edges would fetch from', () => {
  test('is looked up before a host is proxied, with all its addresses, and told on the field', async () => {
    const owner = await world.addCustomer();
    const domain = await addConfirmed(owner);
    const refused = [
      ['A', '10.0.0.1', 'origin_private', '10.0.0.1 is a private address, which edges do not fetch from.'],
      ['A', '169.254.169.254', 'origin_private', '169.254.169.254 is a cloud metadata address'],
      ['AAAA', '::1', 'origin_private', '::1 is a loopback address'],
      ['CNAME', 'private.test', 'origin_private', 'private.test resolves to a private address'],
      ['CNAME', 'nothing.test', 'origin_unresolvable', 'The name nothing.test does not resolve'],
      ['CNAME', 'origin.test', 'not_proxiable', 'origin.test. leads to an edge itself'],
    ] as const;
    for (const [type, data, code, words] of refused) {
      const record = await addRecord(world, owner, domain, { type, record: data });
      const { body } = await proxy(owner, record);
      expect(body).toMatchObject({ code, errors: [{ field: 'record', message: expect.stringContaining(words) }] });
    }
    const good = await addRecord(world, owner, domain, { host: 'two', record: '9.9.9.9' });
    const bad = await addRecord(world, owner, domain, { host: 'two', record: '10.0.0.1' });
    expect((await proxy(owner, good)).body.code).toBe('origin_private');
    await world.ask(owner, 'DELETE', bad.path);
    expect((await proxy(owner, good)).body.record).toMatchObject({ proxy: 1, proxyProblem: null });
    const alias = await addRecord(world, owner, domain, { type: 'CNAME', record: 'second.test' });
    expect((await proxy(owner, alias)).status).toBe(200);
  });

  test('is refused by edges later: the record says so until they take it, and browsers hear of it', async () => {
    const owner = await world.addCustomer();
    const domain = await addConfirmed(owner);
    const record = await addRecord(world, owner, domain, { host: 'www', record: '9.9.9.9' });
    await proxy(owner, record);
    const { rows } = await world.database.ownerPool.query<{ key: string; seq: number }>(
      `select key, seq from desired_state where kind = 'edge' and starts_with(key, $1)`,
      [`zone/dns${domain.id}`],
    );
    const stream = await openStream(world, owner);
    await report(world, edge, { refused: [{ ...rows[0]!, reason: 'its origin has a private address' }] });
    await stream.waitFor(({ data }) => data.topic === 'dns' && data.id === domain.id);
    stream.close();
    const other = await addRecord(world, owner, domain, { host: 'other' });
    const problems = async () => {
      const { body } = await world.ask(owner, 'GET', `${domain.path}/records`);
      return body.records.map(({ host, proxyProblem }: { host: string; proxyProblem: unknown }) => [
        host,
        proxyProblem,
      ]);
    };
    expect(await problems()).toEqual([
      [other.host, null],
      ['www', expect.stringContaining('its origin has a private address')],
    ]);
    expect((await world.ask(owner, 'PATCH', record.path, { note: 'noted' })).body.record.proxyProblem).not.toBeNull();
    expect((await world.ask(owner, 'PATCH', record.path, { record: '9.9.9.10' })).body.record.proxyProblem).toBeNull();
    await report(world, edge);
    expect(await problems()).toEqual([
      [other.host, null],
      ['www', null],
    ]);
  });
});

describe('a host name', () => {
  test('is served for one owner: it cannot be proxied in two of the domains that could hold it', async () => {
    const owner = await world.addCustomer();
    const name = `one-owner-${owner.customerId}.test`;
    const parent = await addConfirmed(owner, { domain: name });
    const child = await addConfirmed(owner, { domain: `a.${name}` });
    const upper = await addRecord(world, owner, parent, { host: 'www.a', record: '9.9.9.9' });
    const lower = await addRecord(world, owner, child, { host: 'www', record: '9.9.9.10' });
    const answers = await Promise.all([proxy(owner, upper), proxy(owner, lower)]);
    expect(statusesOf(answers)).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422)!.body;
    expect(refused).toMatchObject({
      code: 'not_proxiable',
      errors: [{ field: 'host', message: expect.stringContaining(`www.a.${name} is proxied in the domain `) }],
    });
    // Nor by the domain itself, nor by bringing it back.
    const apex = await addRecord(world, owner, child, { host: '@', record: '9.9.9.9' });
    expect((await proxy(owner, apex)).status).toBe(200);
    const same = await addRecord(world, owner, parent, { host: 'a', record: '9.9.9.9' });
    expect((await proxy(owner, same)).body.code).toBe('not_proxiable');
    await world.ask(owner, 'DELETE', child.path);
    expect((await proxy(owner, same)).body.code).toBe('not_proxiable');
    await world.ask(owner, 'PUT', `${apex.path}/proxy`, { proxy: 0 });
  });

  test('of a zone is not taken from it', async () => {
    const owner = await world.addCustomer();
    const zone = await addZone(world, owner);
    // Only an operator could have such a domain.
    const domain = await addConfirmed(owner);
    await world.database.ownerPool.query('update dns_domains set domain = $2 where id = $1', [
      domain.id,
      world.settings.edgeDomain,
    ]);
    const taken = await addRecord(world, owner, domain, { host: zone.zone, record: '9.9.9.9' });
    const free = await addRecord(world, owner, domain, { host: 'no-zone', record: '9.9.9.9' });
    expect((await proxy(owner, taken)).body.errors).toEqual([
      { field: 'host', message: expect.stringContaining(`${zone.hostname} is the host name of a zone already`) },
    ]);
    expect((await proxy(owner, free)).status).toBe(200);
  });
});
