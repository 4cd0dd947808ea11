import type { Traffic } from '@headwater/contract/lib/series';
import type { UsageMinute } from '@headwater/contract/nodes/edge-document';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestEdge } from '../../testing/edge.ts';
import { openStream } from '../../testing/event-stream.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';
import { sweepUsage } from './sweep.ts';
import { stepStarts } from './traffic.ts';

const world = useWorld();
let edges: TestEdge[];
let owner: Person & { serviceId: number };
let zones: Awaited<ReturnType<typeof addZone>>[];
beforeAll(async () => {
  edges = [await world.addNode('edge-1'), await world.addNode('edge-2')];
});
beforeEach(async () => {
  owner = await world.addCustomer();
  zones = [await addZone(world, owner), await addZone(world, owner)];
});

const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000).toISOString();
const minuteOf = (zoneId: string, more: Partial<UsageMinute> = {}): UsageMinute => ({
  zoneId,
  minute: minutesAgo(0),
  requests: 10,
  bytes: 1000,
  hits: 7,
  hitBytes: 700,
  status2xx: 6,
  status3xx: 2,
  status4xx: 1,
  status5xx: 1,
  countries: { DE: [6, 600], XX: [4, 400] },
  paths: [
    ['/a', 9, 900],
    ['/<b>', 1, 100],
  ],
  ...more,
});
let batches = 0;
const hand = async (minutes: UsageMinute[], { edge = edges[0]!, batchId = `batch-${++batches}` } = {}) => {
  const { status, body } = await world.ask(edge.credential, 'POST', '/nodes/usage', { batchId, minutes });
  expect(status).toBe(200);
  return body.counted as boolean;
};
const statistics = async (path: string, range = '24h'): Promise<Traffic> => {
  const { status, body } = await world.ask(owner, 'GET', `${path}/statistics?range=${range}`);
  expect(status).toBe(200);
  return body.statistics;
};
const ofService = (range?: string) => statistics(`/services/${owner.serviceId}`, range);

describe('a batch of usage', () => {
  test('counts once, however often and however closely it is sent', async () => {
    const minutes = [minuteOf(zones[0]!.id)];
    const counted = await Promise.all(Array.from({ length: 8 }, () => hand(minutes, { batchId: 'same' })));
    expect(counted.filter(Boolean)).toHaveLength(1);
    expect(await hand(minutes, { batchId: 'same' })).toBe(false);
    expect((await statistics(zones[0]!.path)).totals).toMatchObject({
      requests: 10,
      bytes: 1000,
      hits: 7,
      hitBytes: 700,
    });
  });

  test('of another node with the same number counts too', async () => {
    for (const edge of edges) expect(await hand([minuteOf(zones[0]!.id)], { edge, batchId: 'number 1' })).toBe(true);
    expect((await statistics(zones[0]!.path)).totals.requests).toBe(20);
  });

  test('may hold many zones and many minutes, one of them twice', async () => {
    const minutes = zones.flatMap(({ id }) => [0, 1, 1, 2].map((ago) => minuteOf(id, { minute: minutesAgo(ago) })));
    expect(await hand(minutes)).toBe(true);
    expect((await statistics(zones[0]!.path, '1h')).totals.requests).toBe(40);
    expect((await ofService('1h')).totals.requests).toBe(80);
  });

  test('passes over zones that nobody knows, and counts the others', async () => {
    expect(await hand([minuteOf('neverwas'), minuteOf(zones[0]!.id)])).toBe(true);
    expect((await ofService()).totals.requests).toBe(10);
  });

  test('may be empty', async () => {
    expect(await hand([])).toBe(true);
  });

  test('still counts for a zone that was deleted meanwhile', async () => {
    await world.ask(owner, 'DELETE', zones[0]!.path);
    await hand([minuteOf(zones[0]!.id)]);
    expect((await statistics(zones[0]!.path)).totals.requests).toBe(10);
  });

  test('handed over beside many others waits for none of them for ever, and nothing is lost', async () => {
    const more = [...zones, await addZone(world, owner), await addZone(world, owner)];
    const ids = more.map(({ id }) => id);
    const times = Array.from({ length: 50 }, (_, ago) => minutesAgo(ago));
    await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const minutes = ids.flatMap((id) => times.map((minute) => minuteOf(id, { minute })));
        return hand(n % 2 ? minutes : minutes.toReversed(), { edge: edges[n % 2]! });
      }),
    );
    expect((await ofService('1h')).totals.requests).toBe(24 * 4 * 50 * 10);
  });

  test.each([
    [{ minutes: [{ zoneId: 'x' }] }],
    [{ minutes: 'none' }],
    [{ batchId: '' }],
    [{ batchId: 'b'.repeat(101) }],
  ])('%j is bad input', async (change) => {
    const { body } = await world.ask(edges[0]!.credential, 'POST', '/nodes/usage', {
      batchId: 'x',
      minutes: [],
      ...change,
    });
    expect(body.code).toBe('invalid_input');
  });

  test.each([
    { requests: -1 },
    { bytes: 1.5 },
    { minute: 'now' },
    { countries: { Germany: [1, 1] } },
    { countries: { DE: [-1, 1] } },
    { paths: [['/', 1, -1]] },
    { zoneId: '../x' },
  ] as object[])('with a minute of %j is refused whole', async (change) => {
    const minutes = [minuteOf(zones[0]!.id), { ...minuteOf(zones[0]!.id), ...change }];
    const batchId = JSON.stringify(change);
    const { status } = await world.ask(edges[0]!.credential, 'POST', '/nodes/usage', { batchId, minutes });
    expect(status).toBe(400);
    expect((await ofService()).totals.requests).toBe(0);
    expect(await hand([minuteOf(zones[0]!.id)], { batchId })).toBe(true);
  });

  test('is told to the service’s owner', async () => {
    const stream = await openStream(world, owner);
    await stream.waitFor(({ event }) => event === 'ready');
    await hand([minuteOf(zones[0]!.id), minuteOf(zones[1]!.id)]);
    await stream.waitFor(({ data }) => data.topic === 'usage' && data.serviceId === owner.serviceId);
    expect(stream.heard.filter(({ data }) => data.topic === 'usage')).toHaveLength(1);
    stream.close();
  });
});

describe('statistics', () => {
  afterEach(() => vi.useRealTimers());

  test('agree between minutes, hours and days, zones and their service', async () => {
    // So that no step ends between the questions.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    const times = [0, 3, 20, 59, 61, 180, 1300, 1500, 5000];
    await hand(
      zones.flatMap(({ id }, z) => times.map((ago) => minuteOf(id, { minute: minutesAgo(ago), requests: z + 1 }))),
    );
    for (const range of ['1h', '24h', '7d', '30d']) {
      const whole = await ofService(range);
      const parts = await Promise.all(zones.map(({ path }) => statistics(path, range)));
      const since = Date.parse(whole.points[0]!.at);
      const within = times.filter((ago) => Date.parse(minutesAgo(ago)) >= since).length;
      expect(within).toBeGreaterThan(1);
      expect(whole.totals.requests).toBe(within * 3);
      for (const field of Object.keys(whole.totals) as (keyof typeof whole.totals)[]) {
        expect(whole.totals[field]).toBe(parts.reduce((sum, part) => sum + part.totals[field], 0));
        expect(whole.totals[field]).toBe(whole.points.reduce((sum, point) => sum + point[field], 0));
      }
    }
    const { rows } = await world.database.ownerPool.query(
      'select step, sum(requests)::int as requests, sum(bytes)::int as bytes from usage where service_id = $1 group by step order by step',
      [owner.serviceId],
    );
    expect(rows.map(({ requests, bytes }) => [requests, bytes])).toEqual(Array.from({ length: 3 }, () => [27, 18_000]));
  });

  test('name countries and paths, the busiest first, as they came', async () => {
    await hand([
      minuteOf(zones[0]!.id),
      minuteOf(zones[1]!.id, { countries: { FR: [10, 1] }, paths: [['/b', 10, 1]] }),
    ]);
    const { countries, paths } = await ofService();
    expect(countries).toEqual([
      { country: 'FR', requests: 10, bytes: 1 },
      { country: 'DE', requests: 6, bytes: 600 },
      { country: 'XX', requests: 4, bytes: 400 },
    ]);
    expect(paths.map(({ path, requests }) => [path, requests])).toEqual([
      ['/b', 10],
      ['/a', 9],
      ['/<b>', 1],
    ]);
  });

  test('of a zone without traffic are all zeros, and say that nothing was counted', async () => {
    const { points, totals, countedUntil, range, stepSeconds } = await statistics(zones[0]!.path, '7d');
    expect({ range, stepSeconds, countedUntil, points: points.length }).toEqual({
      range: '7d',
      stepSeconds: 3600,
      countedUntil: null,
      points: 168,
    });
    expect(Object.values(totals).every((value) => value === 0)).toBe(true);
    await hand([minuteOf(zones[0]!.id)]);
    const age = Date.now() - Date.parse((await statistics(zones[0]!.path)).countedUntil!);
    expect(Math.abs(age)).toBeLessThan(5000);
  });

  test('stand in the list: the last 24 hours of each zone', async () => {
    await hand([minuteOf(zones[0]!.id), minuteOf(zones[0]!.id, { minute: minutesAgo(2000) })]);
    const { body } = await world.ask(owner, 'GET', zones[0]!.path);
    expect(body.zone.traffic24h).toEqual({ requests: 10, bytes: 1000, hits: 7, status5xx: 1 });
  });

  test.each(['2h', '', '24H', '1h&range=7d'])('of the range “%s” are bad input', async (range) => {
    for (const path of [`/services/${owner.serviceId}`, zones[0]!.path]) {
      expect((await world.ask(owner, 'GET', `${path}/statistics?range=${range}`)).body.code).toBe('invalid_input');
    }
  });

  test('have steps that are even, aligned, and end with the one that is under way', () => {
    const ranges = { '1h': [60, 60], '24h': [24, 3600], '7d': [168, 3600], '30d': [30, 86_400] } as const;
    const when = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(ranges) as (keyof typeof ranges)[])), when, (range, now) => {
        const [count, seconds] = ranges[range];
        const starts = stepStarts(range, now).map((start) => start.getTime());
        expect(starts).toHaveLength(count);
        for (const [n, start] of starts.entries()) {
          expect(start % (seconds * 1000)).toBe(0);
          if (n > 0) expect(start - starts[n - 1]!).toBe(seconds * 1000);
        }
        expect(starts.at(-1)!).toBeLessThanOrEqual(now.getTime());
        expect(starts.at(-1)! + seconds * 1000).toBeGreaterThan(now.getTime());
      }),
    );
  });
});

test('sweeping drops what is no longer shown and bounds the paths of a day, and keeps the sums', async () => {
  const paths = Array.from({ length: 50 }, (_, n): [string, number, number] => [`/${n}`, 1, 1]);
  const yesterday = Math.floor(Date.now() / 86_400_000) * 1440 - 720;
  const at = (minute: number) => new Date((yesterday + minute) * 60_000).toISOString();
  const crowd = Array.from({ length: 12 }, (_, n) =>
    minuteOf(zones[0]!.id, { minute: at(n), paths: paths.map(([path, ...rest]) => [`/${n}${path}`, ...rest]) }),
  );
  const old = [3 * 1440, 91 * 1440].map((ago) => minuteOf(zones[0]!.id, { minute: minutesAgo(ago) }));
  await hand([...crowd, ...old, minuteOf(zones[0]!.id)]);
  await sweepUsage(world.database);
  const { rows } = await world.database.ownerPool.query(
    `select step, count(*)::int as n, sum(requests)::int as requests from usage where zone_id = $1 group by step order by step`,
    [zones[0]!.id],
  );
  expect(rows.find(({ step }) => step === 'day')).toEqual({ step: 'day', n: 4, requests: 150 });
  expect(rows.find(({ step }) => step === 'hour')).toMatchObject({ requests: 140 });
  expect(rows.find(({ step }) => step === 'minute')).toMatchObject({ requests: 130 });
  const kept = await world.database.ownerPool.query(
    `select count(*)::int as n from usage_paths where zone_id = $1 and hour < date_trunc('day', now(), 'UTC')`,
    [zones[0]!.id],
  );
  expect(kept.rows[0].n).toBeLessThanOrEqual(502);
});
