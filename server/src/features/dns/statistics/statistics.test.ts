import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDomain } from '../../../testing/domains.ts';
import type { TestEdge } from '../../../testing/edge.ts';
import { type Person, useWorld } from '../../../testing/index.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
let domain: Awaited<ReturnType<typeof addDomain>>;
let node: TestEdge;
beforeAll(async () => {
  node = await world.addNode('dns-1', 'dns');
});
beforeEach(async () => {
  owner = await world.addCustomer();
  domain = await addDomain(world, owner);
  await world.database.ownerPool.query('delete from dns_usage_gaps');
});

const ask = async (path: string): Promise<DnsStatistics> => {
  const { status, body } = await world.ask(owner, 'GET', `${domain.path}/statistics${path}`);
  expect(status).toBe(200);
  return body.statistics;
};
const count = (hour: string, queries: number, type = 'A', rcode = 'NOERROR') =>
  world.database.ownerPool.query('insert into dns_usage values ($1, $2, $3, $4, $5, $6, $7)', [
    domain.id,
    hour,
    type,
    rcode,
    owner.customerId,
    owner.serviceId,
    queries,
  ]);
const busy = ({ points }: DnsStatistics) =>
  points.flatMap(({ at, queries }) => (queries > 0 ? [[at.slice(0, 13), queries]] : []));
const dayOf = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('queries of a month by day', () => {
  test('are sums of its days in UTC, by type and by answer, with the empty days between them', async () => {
    await count('2025-02-01T00:00:00Z', 1);
    await count('2025-02-01T23:00:00Z', 2, 'MX');
    await count('2025-02-28T23:00:00Z', 4, 'A', 'NXDOMAIN');
    await count('2025-01-31T23:00:00Z', 100);
    await count('2025-03-01T00:00:00Z', 100);
    const statistics = await ask('/daily?year=2025&month=2');
    expect(statistics).toMatchObject({
      from: '2025-02-01T00:00:00.000Z',
      until: '2025-03-01T00:00:00.000Z',
      step: 'day',
      queries: 7,
      types: { A: 5, MX: 2 },
      rcodes: { NOERROR: 3, NXDOMAIN: 4 },
    });
    expect(statistics.points).toHaveLength(28);
    expect(statistics.points[0]).toEqual({
      at: '2025-02-01T00:00:00.000Z',
      queries: 3,
      types: { A: 1, MX: 2 },
      rcodes: { NOERROR: 3 },
    });
    expect(statistics.points[1]).toEqual({ at: '2025-02-02T00:00:00.000Z', queries: 0, types: {}, rcodes: {} });
  });

  test('end with today, which is counted too; the future has no steps', async () => {
    const now = new Date();
    await count(`${now.toISOString().slice(0, 13)}:00:00Z`, 9);
    const month = `year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}`;
    const statistics = await ask(`/daily?${month}`);
    expect(statistics.points).toHaveLength(now.getUTCDate());
    expect(statistics.points.at(-1)).toMatchObject({ at: `${dayOf(0)}T00:00:00.000Z`, queries: 9 });
    expect(statistics.until).toBe(`${dayOf(1)}T00:00:00.000Z`);
    expect(await ask('/daily?year=2199&month=1')).toMatchObject({ queries: 0, points: [] });
  });
});

test('queries of a day by hour are those of its 24 hours', async () => {
  await count('2024-02-29T00:00:00Z', 1);
  await count('2024-02-29T23:00:00Z', 2);
  await count('2024-03-01T00:00:00Z', 100);
  const statistics = await ask('/hourly?year=2024&month=2&day=29');
  expect(statistics.points).toHaveLength(24);
  expect(busy(statistics)).toEqual([
    ['2024-02-29T00', 1],
    ['2024-02-29T23', 2],
  ]);
});

test('a day that the month does not have is refused on its field', async () => {
  const { status, body } = await world.ask(owner, 'GET', `${domain.path}/statistics/hourly?year=2025&month=2&day=29`);
  expect({ status, errors: body.errors }).toEqual({
    status: 400,
    errors: [{ field: 'day', message: 'This month has 28 days' }],
  });
});

test('queries of a year are those of its months', async () => {
  await count('2024-12-31T23:00:00Z', 100);
  await count('2025-01-01T00:00:00Z', 1);
  await count('2025-12-31T23:00:00Z', 2);
  const statistics = await ask('/yearly?year=2025');
  expect(statistics).toMatchObject({ step: 'month', queries: 3 });
  expect(statistics.points).toHaveLength(12);
  expect(busy(statistics)).toEqual([
    ['2025-01-01T00', 1],
    ['2025-12-01T00', 2],
  ]);
});

test('the last 30 days end with today and begin 29 days before it', async () => {
  await count(`${dayOf(0)}T00:00:00Z`, 1);
  await count(`${dayOf(-29)}T00:00:00Z`, 2);
  await count(`${dayOf(-30)}T23:00:00Z`, 100);
  const statistics = await ask('/last-30-days');
  expect(statistics.points).toHaveLength(30);
  expect(statistics.points.map(({ queries }) => queries)).toEqual([2, ...Array(28).fill(0), 1]);
});

test('overall begins with the month in which the domain was created', async () => {
  await world.database.ownerPool.query(
    `update dns_domains set created_at = date_trunc('month', now(), 'UTC') - interval '45 days' where id = $1`,
    [domain.id],
  );
  await count(`${dayOf(0)}T00:00:00Z`, 5);
  const statistics = await ask('');
  expect(statistics).toMatchObject({ step: 'month', queries: 5 });
  expect(statistics.points.map(({ queries }) => queries)).toEqual([0, 0, 5]);
});

describe('what a name server hands over', () => {
  const hand = (body: object) =>
    world.ask(node.credential, 'POST', '/nodes/dns-usage', { hours: [], gaps: [], ...body });

  test('is counted, and since when is told', async () => {
    expect((await ask('')).countedUntil).toBe(null);
    const hour = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`;
    const before = Date.now();
    await hand({ batchId: 'one', hours: [{ zoneId: domain.id, hour, type: 'A', rcode: 'NOERROR', queries: 3 }] });
    const statistics = await ask('/last-30-days');
    expect(statistics.queries).toBe(3);
    expect(Date.parse(statistics.countedUntil!)).toBeGreaterThanOrEqual(before);
    const { body } = await world.ask(owner, 'GET', domain.path);
    expect(body.domain.stats.queries).toBe(3);
  });

  test('may say when it could not count: shown where the span meets it, and not for the time before the domain', async () => {
    const gap = (day: string, from: string, until: string) => ({
      from: `${day}T${from}:00.000Z`,
      until: `${day}T${until}:00.000Z`,
    });
    await world.database.ownerPool.query(
      `update dns_domains set created_at = now() - interval '10 days' where id = $1`,
      [domain.id],
    );
    const [early, late] = [gap(dayOf(-2), '03:00', '03:10'), gap(dayOf(-1), '04:00', '04:10')];
    await hand({ batchId: 'gaps', gaps: [late, early, gap(dayOf(-20), '05:00', '05:10')] });
    expect((await ask('/last-30-days')).gaps).toEqual([
      { node: 'dns-1', ...early },
      { node: 'dns-1', ...late },
    ]);
    const [year, month, day] = dayOf(-1).split('-').map(Number);
    expect((await ask(`/hourly?year=${year}&month=${month}&day=${day}`)).gaps).toEqual([{ node: 'dns-1', ...late }]);
  });
});

describe('the export', () => {
  const span = { from: '2025-01-01T00:00:00.000Z', until: '2025-02-01T00:00:00.000Z' };

  test('has a row for each hour, type and answer of the span', async () => {
    await count('2025-01-01T00:00:00Z', 5);
    await count('2025-01-01T00:00:00Z', 6, 'MX', 'NXDOMAIN');
    await count('2025-01-31T23:00:00Z', 7);
    await count('2025-02-01T00:00:00Z', 100);
    const { status, body } = await world.ask(owner, 'POST', `${domain.path}/statistics/export`, span);
    expect(status).toBe(201);
    const file = await world.app.inject({ url: body.ticket.url });
    expect(file.headers['content-disposition']).toContain('queries-2025-01-01-2025-01-31.csv');
    expect(file.body.split('\r\n')).toEqual([
      'hour,type,answer,queries',
      '2025-01-01T00:00:00.000Z,A,NOERROR,5',
      '2025-01-01T00:00:00.000Z,MX,NXDOMAIN,6',
      '2025-01-31T23:00:00.000Z,A,NOERROR,7',
      '',
    ]);
  });

  test('of a span that ends before it begins is refused on its field', async () => {
    const { body } = await world.ask(owner, 'POST', `${domain.path}/statistics/export`, {
      from: span.until,
      until: span.from,
    });
    expect(body.errors).toEqual([{ field: 'until', message: 'Choose an end after the start' }]);
  });
});
