import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { connectDatabase } from './lib/db.ts';
import { limitDrawing } from './lib/draw-filter.ts';
import { Listener } from './lib/listen.ts';
import { Metrics } from './lib/metrics.ts';
import { eventsChannel, feedChannel } from './lib/notify.ts';
import { type Person, useWorld } from './testing/index.ts';
import { addZone } from './testing/zones.ts';

const world = useWorld();
const closing: (() => Promise<unknown>)[] = [];
let owner: Person & { serviceId: number };
let api: string;
let metrics: { port: number };

beforeAll(async () => {
  const { database, settings } = world;
  owner = await world.addCustomer();
  const listener = new Listener(settings.databaseUrl);
  await listener.start([eventsChannel, feedChannel]);
  const measured = new Metrics(database);
  const resolveOrigin = async () => ({ addresses: [] });
  const { lookUpDelegation } = world;
  const drawFilter = limitDrawing(async () => ({ ok: true, jpeg: Buffer.alloc(0) }));
  const { observe } = measured;
  const joined = { database, listener, settings, resolveOrigin, lookUpDelegation, drawFilter };
  const deps = { ...joined, panelFolder: null, logLevel: 'silent', observe } as const;
  const app = await buildApp(deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  api = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;
  const scrapes = await measured.listen('127.0.0.1', 0);
  metrics = scrapes;
  closing.push(
    () => app.close(),
    () => listener.close(),
    scrapes.close,
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

const scrape = async (port = metrics.port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const sample = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? Number.NaN,
  );
const count = (operation: string, status: string) =>
  `headwater_request_duration_seconds_count{operation="${operation}",status="${status}"}`;

describe('GET /metrics', () => {
  test('counts a request under its operation and class of status', async () => {
    await (await fetch(`${api}/health`)).text();
    await (await fetch(`${api}/services`, { headers: { authorization: `Bearer ${owner.token}` } })).text();
    await (await fetch(`${api}/services`)).text();
    await (await fetch(`${api}/no-such-route/with/${owner.email}`)).text();
    await expect.poll(async () => sample(await scrape(), count('other', '4xx'))).toBe(1);
    const text = await scrape();
    expect(sample(text, count('getHealth', '2xx'))).toBe(1);
    expect(sample(text, count('listServices', '2xx'))).toBe(1);
    expect(sample(text, count('listServices', '4xx'))).toBe(1);
    expect(sample(text, 'headwater_requests_in_flight{operation="listServices"}')).toBe(0);
  });

  test('counts an event stream while it is open, and never as a request', async () => {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${owner.token}` };
    const stream = await fetch(`${api}/events`, { headers, signal: stop.signal });
    expect(stream.status).toBe(200);
    expect(sample(await scrape(), 'headwater_event_streams_open')).toBe(1);
    stop.abort();
    await expect.poll(async () => sample(await scrape(), 'headwater_event_streams_open')).toBe(0);
    expect(await scrape()).not.toContain('operation="streamEvents"');
  });

  test('tells of nodes, how far they are behind, and what is not live yet', async () => {
    const { nodeId } = await world.addNode('edge-1');
    await world.addNode('edge-2');
    const zone = await addZone(world, owner);
    await world.database.ownerPool.query(
      `update nodes set state = 'in_service', last_seen_at = now() - interval '90 seconds' where id = $1`,
      [nodeId],
    );
    const text = await scrape();
    expect(sample(text, 'headwater_nodes{kind="edge",state="in_service"}')).toBe(1);
    expect(sample(text, 'headwater_nodes{kind="edge",state="joining"}')).toBe(1);
    expect(sample(text, 'headwater_node_lag_changes{kind="edge",node="edge-1"}')).toBe(1);
    const seen = sample(text, 'headwater_node_last_seen_seconds{kind="edge",node="edge-1"}');
    expect(seen).toBeGreaterThanOrEqual(90);
    expect(seen).toBeLessThan(120);
    expect(text).not.toContain('headwater_node_last_seen_seconds{kind="edge",node="edge-2"}');
    expect(sample(text, 'headwater_changes_waiting{kind="edge"}')).toBe(1);
    for (const secret of [zone.id, zone.name, owner.email, owner.token]) expect(text).not.toContain(secret);
  });

  test('tells of the process and its connections to the database', async () => {
    const text = await scrape();
    expect(sample(text, 'headwater_database_up')).toBe(1);
    expect(sample(text, 'headwater_database_connections{pool="owner"}')).toBeGreaterThan(0);
    expect(sample(text, 'headwater_database_connections_idle{pool="requests"}')).toBeGreaterThan(0);
    expect(sample(text, 'headwater_database_waiting{pool="requests"}')).toBe(0);
    expect(sample(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  test('answers while the database does not, and says so', async () => {
    const away = connectDatabase({ ...world.settings, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
    const { port, close } = await new Metrics(away).listen('127.0.0.1', 0);
    const text = await scrape(port);
    await close();
    await away.close();
    expect(sample(text, 'headwater_database_up')).toBe(0);
    expect(sample(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(text).not.toContain('headwater_nodes{');
  });

  test('answers nothing else', async () => {
    for (const path of ['/', '/metric', '/api/v1/health']) {
      expect((await fetch(`http://127.0.0.1:${metrics.port}${path}`)).status).toBe(404);
    }
    expect((await fetch(`http://127.0.0.1:${metrics.port}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});
