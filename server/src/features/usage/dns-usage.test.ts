import type { DnsUsageGap, DnsUsageHour } from '@headwater/contract/nodes/dns-document';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestEdge } from '../../testing/edge.ts';
import { type Person, useWorld } from '../../testing/index.ts';

const world = useWorld();
let nodes: TestEdge[];
let owner: Person & { serviceId: number };
let domain: string;
beforeAll(async () => {
  nodes = [await world.addNode('dns-1', 'dns'), await world.addNode('dns-2', 'dns')];
});
beforeEach(async () => {
  owner = await world.addCustomer();
  domain = await addDomain();
});

let made = 0;
async function addDomain(): Promise<string> {
  const id = `domain${++made}`;
  await world.database.ownerPool.query(
    `insert into dns_domains (id, customer_id, service_id, domain, soa) values ($1, $2, $3, $1 || '.example', '{}')`,
    [id, owner.customerId, owner.serviceId],
  );
  return id;
}
const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000).toISOString();
const hourOf = (zoneId: string, more: Partial<DnsUsageHour> = {}): DnsUsageHour => ({
  zoneId,
  hour: hoursAgo(0),
  type: 'A',
  rcode: 'NOERROR',
  queries: 10,
  ...more,
});
let batches = 0;
const hand = async (
  hours: DnsUsageHour[],
  { node = nodes[0]!, batchId = `batch-${++batches}`, gaps = [] as DnsUsageGap[] } = {},
) => {
  const { status, body } = await world.ask(node.credential, 'POST', '/nodes/dns-usage', { batchId, hours, gaps });
  expect(status).toBe(200);
  return body.counted as boolean;
};
const rows = async (id = domain) =>
  (
    await world.database.ownerPool.query(
      'select hour, type, rcode, queries, customer_id, service_id from dns_usage where domain_id = $1 order by hour, type, rcode',
      [id],
    )
  ).rows;
const total = async (id = domain) => (await rows(id)).reduce((sum, { queries }) => sum + queries, 0);

describe('a batch of a name server', () => {
  test('counts once, however often and however closely it is sent, also by two nodes with the same number', async () => {
    const sent = Array.from({ length: 8 }, () => hand([hourOf(domain)], { batchId: 'same' }));
    expect((await Promise.all(sent)).filter(Boolean)).toHaveLength(1);
    expect(await hand([hourOf(domain)], { batchId: 'same' })).toBe(false);
    expect(await hand([hourOf(domain)], { batchId: 'same', node: nodes[1]! })).toBe(true);
    expect(await total()).toBe(20);
  });

  test('adds to the hour, type and answer code that it tells of, for the domain’s owner', async () => {
    await hand([
      hourOf(domain),
      hourOf(domain),
      hourOf(domain, { rcode: 'NXDOMAIN', queries: 3 }),
      hourOf(domain, { type: 'TYPE65400', hour: hoursAgo(1), queries: 1 }),
    ]);
    await hand([hourOf(domain, { queries: 5 })]);
    const whose = { customer_id: owner.customerId, service_id: owner.serviceId };
    expect(await rows()).toEqual([
      { hour: new Date(hoursAgo(1)), type: 'TYPE65400', rcode: 'NOERROR', queries: 1, ...whose },
      { hour: new Date(hoursAgo(0)), type: 'A', rcode: 'NOERROR', queries: 25, ...whose },
      { hour: new Date(hoursAgo(0)), type: 'A', rcode: 'NXDOMAIN', queries: 3, ...whose },
    ]);
  });

  test('counts for a deleted domain too, and passes over one that nobody knows', async () => {
    await world.database.ownerPool.query('update dns_domains set deleted_at = now() where id = $1', [domain]);
    expect(await hand([hourOf(domain), hourOf('neverwas')])).toBe(true);
    expect(await total()).toBe(10);
    expect(await rows('neverwas')).toEqual([]);
  });

  test('handed over beside many others waits for none of them for ever, and nothing is lost', async () => {
    const ids = [domain, await addDomain(), await addDomain()];
    const all = ids.flatMap((id) => ['A', 'AAAA', 'MX', 'TXT'].map((type) => hourOf(id, { type })));
    await Promise.all(
      Array.from({ length: 24 }, (_, n) => hand(n % 2 ? all : all.toReversed(), { node: nodes[n % 2]! })),
    );
    for (const id of ids) expect(await total(id)).toBe(24 * 4 * 10);
  });

  test('keeps the spans in which a node could not count, each once and as long as it was told last', async () => {
    const [from, until, later] = [hoursAgo(3), hoursAgo(2), hoursAgo(1)];
    await hand([], {
      gaps: [
        { from, until },
        { from: until, until: later },
      ],
    });
    await hand([], { gaps: [{ from, until: later }] });
    await hand([], { gaps: [{ from, until }], node: nodes[1]! });
    const told = await world.database.ownerPool.query('select * from dns_usage_gaps order by node, from_at');
    const gap = (node: string, a: string, b: string) => ({ node, from_at: new Date(a), until_at: new Date(b) });
    expect(told.rows).toEqual([gap('dns-1', from, later), gap('dns-1', until, later), gap('dns-2', from, until)]);
  });

  test('says until when the domain was counted', async () => {
    const progress = async () =>
      (
        await world.database.ownerPool.query('select counted_until from dns_usage_progress where domain_id = $1', [
          domain,
        ])
      ).rows;
    expect(await progress()).toEqual([]);
    await hand([hourOf(domain)]);
    const [first] = await progress();
    await hand([hourOf(domain)]);
    expect((await progress())[0].counted_until.getTime()).toBeGreaterThan(first.counted_until.getTime());
  });

  test.each([
    [{ hours: [{ zoneId: 'x' }] }],
    [{ hours: [hourOf('x', { queries: -1 })] }],
    [{ hours: [hourOf('x', { type: 'a b' })] }],
    [{ gaps: [{ from: 'yesterday', until: 'today' }] }],
    [{ batchId: '' }],
  ])('with %j is bad input', async (change) => {
    const given = { batchId: 'x', hours: [], gaps: [], ...change };
    const { body } = await world.ask(nodes[0]!.credential, 'POST', '/nodes/dns-usage', given);
    expect(body.code).toBe('invalid_input');
  });
});
