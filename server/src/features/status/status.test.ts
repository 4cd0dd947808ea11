import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { goAway, report } from '../../testing/edge.ts';
import { useWorld } from '../../testing/index.ts';
import { openAppWithoutDatabase } from '../../testing/without-database.ts';
import { checkStatus } from './check.ts';
import { sweepStatus } from './history.ts';

const world = useWorld();
const query = (text: string, values: unknown[] = []) => world.database.ownerPool.query(text, values);
const realNow = Date.now;
let aheadMs = 0;
let port = 0;
const uptime = vi.spyOn(process, 'uptime');
afterAll(() => vi.useRealTimers());

beforeEach(async () => {
  uptime.mockReturnValue(3600);
  if (port === 0) {
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    port = (world.app.server.address() as AddressInfo).port;
  }
  await query('delete from nodes; delete from role_heartbeats; delete from status_days; delete from status_incidents');
  await query(`insert into role_heartbeats values ('worker', now())`);
});

/** What is told once the answer that was kept for a few seconds has run out. */
async function told() {
  aheadMs += 10_000;
  vi.useFakeTimers({ now: realNow() + aheadMs, toFake: ['Date'] });
  const { status, body } = await world.ask(null, 'GET', '/status');
  expect(status).toBe(200);
  return body;
}
type Told = Awaited<ReturnType<typeof told>>;
const wordsOf = ({ services }: Told) =>
  Object.fromEntries(services.map(({ name, status }: { name: string; status: string }) => [name, status]));
const partOf = ({ services }: Told, name: string) => services.find((part: { name: string }) => part.name === name);
const check = (settings = {}) => checkStatus(world.database, { settings: { ...world.settings, port, ...settings } });
const letMinutesPass = (minutes: number) =>
  query(`update role_heartbeats set beat_at = beat_at - make_interval(mins => $1) where role = 'status'`, [minutes]);
const addEdge = async (name = 'edge-1') => {
  const edge = await world.addNode(name);
  await report(world, edge);
  return edge;
};

describe('the state of the service', () => {
  test('is that of its worst part', async () => {
    const edge = await addEdge();
    const good = {
      'Panel and API': 'operational',
      'Edge network': 'operational',
      'Background jobs': 'operational',
      Database: 'operational',
    };
    let body = await told();
    expect(wordsOf(body)).toEqual(good);
    expect(body).toMatchObject({ status: 'operational', incidents: [], checkedAt: null });
    await report(world, edge, { warnings: ['The disk is nearly full.'] });
    body = await told();
    expect(wordsOf(body)).toEqual({ ...good, 'Edge network': 'degraded' });
    expect(body.status).toBe('degraded');
    await query(`update role_heartbeats set beat_at = now() - interval '1 minute' where role = 'worker'`);
    body = await told();
    expect(wordsOf(body)).toEqual({ ...good, 'Edge network': 'degraded', 'Background jobs': 'outage' });
    expect(body.status).toBe('outage');
  });

  test('is unknown while there is no edge, and not spoilt by one that was announced and has not come yet', async () => {
    expect(wordsOf(await told())['Edge network']).toBe('unknown');
    expect((await told()).status).toBe('unknown');
    await addEdge();
    await world.addNode('edge-2');
    expect(wordsOf(await told())['Edge network']).toBe('operational');
  });

  test('tells of name servers where there are some, apart from the edges', async () => {
    await addEdge();
    expect(wordsOf(await told())).not.toHaveProperty('Name servers');
    const node = await world.addNode('dns-1', 'dns');
    await report(world, node);
    expect(wordsOf(await told())).toMatchObject({ 'Edge network': 'operational', 'Name servers': 'operational' });
    await goAway(world, node);
    const body = await told();
    expect(wordsOf(body)).toMatchObject({ 'Edge network': 'operational', 'Name servers': 'outage' });
    expect(partOf(body, 'Name servers').reason).toBe(
      'No name server reports that it answers. Domains may not be reachable.',
    );
  });

  test('holds nothing against edges that had no time to report since we started', async () => {
    const edge = await addEdge();
    await goAway(world, edge);
    uptime.mockReturnValue(5);
    await check();
    const body = await told();
    expect(wordsOf(body)['Edge network']).toBe('unknown');
    expect(partOf(body, 'Edge network').days.at(-1)).toMatchObject({ checks: 0, uptime: null });
    expect(body.incidents).toEqual([]);
    uptime.mockReturnValue(31);
    expect(wordsOf(await told())['Edge network']).toBe('outage');
  });

  test('never names a node or says what a node says', async () => {
    const edge = await addEdge('rack7-internal');
    await addEdge('rack8-internal');
    await report(world, edge, { serving: false, warnings: ['nginx lost /var/secret'] });
    await check();
    const body = await told();
    expect(wordsOf(body)['Edge network']).toBe('degraded');
    expect(body.incidents).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/rack|nginx|secret/);
  });

  test('is told without the database too, which is then the worst part', async () => {
    const app = await openAppWithoutDatabase(world.settings);
    const answer = await app.inject({ url: '/api/v1/status' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().status).toBe('outage');
    expect(wordsOf(answer.json())).toEqual({
      'Panel and API': 'operational',
      'Edge network': 'unknown',
      'Name servers': 'unknown',
      'Live streaming': 'unknown',
      Storage: 'unknown',
      'Background jobs': 'unknown',
      Database: 'outage',
    });
    await app.close();
  });
});

describe('the history', () => {
  test('has 90 days, of which those without a check say nothing', async () => {
    const body = await told();
    for (const part of body.services) {
      expect(part.uptime).toBeNull();
      expect(part.days).toHaveLength(90);
      expect(part.days.every((day: { checks: number; uptime: null }) => day.checks === 0 && day.uptime === null)).toBe(
        true,
      );
    }
    expect(partOf(body, 'Database').days.at(-1).day).toBe(new Date().toISOString().slice(0, 10));
    expect(
      partOf(body, 'Database').days.toSorted((a: { day: string }, b: { day: string }) => a.day.localeCompare(b.day)),
    ).toEqual(partOf(body, 'Database').days);
  });

  test('counts each minute’s check once, however often it runs', async () => {
    const edge = await addEdge();
    await Promise.all([check(), check(), check()]);
    expect(partOf(await told(), 'Edge network').days.at(-1)).toMatchObject({ checks: 1, uptime: 1 });
    await goAway(world, edge);
    await letMinutesPass(1);
    await check();
    await letMinutesPass(1);
    await check();
    const body = await told();
    expect(partOf(body, 'Edge network').days.at(-1)).toMatchObject({ checks: 3, uptime: 1 / 3 });
    expect(partOf(body, 'Edge network').uptime).toBe(1 / 3);
    expect(partOf(body, 'Database').uptime).toBe(1);
  });

  test('tells of an incident from its beginning to its end, and of one that got worse as two', async () => {
    const edge = await addEdge();
    const states = [['The disk is nearly full.'], ['The disk is nearly full.'], 'away', []] as const;
    for (const state of states) {
      if (state === 'away') await goAway(world, edge);
      else await report(world, edge, { warnings: [...state] });
      await check();
      await letMinutesPass(1);
    }
    const { incidents } = await told();
    expect(incidents).toMatchObject([
      { service: 'Edge network', status: 'outage', endedAt: expect.any(String) },
      { service: 'Edge network', status: 'degraded', endedAt: expect.any(String) },
    ]);
    expect(incidents[1].endedAt).toBe(incidents[0].startedAt);
  });

  test('goes on with an open incident while nobody can tell how the part is', async () => {
    const edge = await addEdge();
    await goAway(world, edge);
    await check();
    await query('delete from nodes');
    await letMinutesPass(1);
    await check();
    const body = await told();
    expect(body.incidents).toMatchObject([{ service: 'Edge network', endedAt: null }]);
    expect(partOf(body, 'Edge network').days.at(-1)).toMatchObject({ checks: 1, uptime: 0 });
  });

  test('finds out that nobody reaches the API', async () => {
    await check({ port: 9 });
    const body = await told();
    expect(partOf(body, 'Panel and API').days.at(-1)).toMatchObject({ checks: 1, uptime: 0 });
    expect(body.incidents).toMatchObject([{ service: 'Panel and API', status: 'outage' }]);
  });

  test('knows from the check itself that jobs run, before the worker says so', async () => {
    await query('delete from role_heartbeats');
    await check();
    const body = await told();
    expect(partOf(body, 'Background jobs').days.at(-1)).toMatchObject({ checks: 1, uptime: 1 });
    expect(body.incidents).toEqual([]);
  });

  test('invents no good minutes: while no check came, the jobs stood still and of the others nothing is known', async () => {
    await addEdge();
    await check();
    await letMinutesPass(10);
    await check();
    const body = await told();
    const sum = (name: string, of: string) =>
      partOf(body, name).days.reduce((total: number, day: Record<string, number>) => total + (day[of] ?? 0), 0);
    expect(sum('Edge network', 'checks')).toBe(2);
    expect(sum('Background jobs', 'checks')).toBe(2 + 9);
    expect(partOf(body, 'Background jobs').uptime).toBeCloseTo(2 / 11);
    expect(body.incidents).toMatchObject([{ service: 'Background jobs', status: 'outage' }]);
    const { startedAt, endedAt } = body.incidents[0];
    expect(Date.parse(endedAt) - Date.parse(startedAt)).toBeGreaterThan(590_000);
  });

  test('is forgotten after 90 days, an open incident never', async () => {
    await query(
      `insert into status_days (part, day, checks, good) select 'Database', (now() at time zone 'utc')::date - n, 10, 5 from unnest(array[0, 89, 90, 200]) n`,
    );
    await query(`insert into status_incidents (part, status, started_at, ended_at) values
      ('Database', 'outage', now() - interval '100 days', now() - interval '91 days'),
      ('Database', 'outage', now() - interval '100 days', now() - interval '89 days'),
      ('Edge network', 'outage', now() - interval '100 days', null)`);
    const before = await told();
    await sweepStatus(world.database);
    expect((await query('select count(*)::int as n from status_days')).rows[0].n).toBe(2);
    expect((await query('select count(*)::int as n from status_incidents')).rows[0].n).toBe(2);
    const after = await told();
    expect(after).toEqual(before);
    expect(partOf(after, 'Database')).toMatchObject({ uptime: 0.5 });
    expect(partOf(after, 'Database').days[0]).toMatchObject({ checks: 10, uptime: 0.5 });
  });
});

test('a change of state is told to every browser', async () => {
  const heard: string[] = [];
  const client = await world.database.ownerPool.connect();
  await client.query('listen headwater_events');
  client.on('notification', ({ payload }) => heard.push(payload!));
  const edge = await addEdge();
  await check();
  await goAway(world, edge);
  await letMinutesPass(1);
  await check();
  await letMinutesPass(1);
  await check();
  await client.query('select 1');
  const told = heard.map((payload) => JSON.parse(payload)).filter(({ event }) => event.topic === 'status');
  expect(told).toEqual([{ customerId: null, event: { topic: 'status', serviceId: null, id: null } }]);
  client.removeAllListeners('notification');
  client.release();
});
