import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { reopenLogs, testEdge } from './index.ts';
import { TestEdge, zoneOf } from './testing/index.ts';
import { openEdge } from './testing/open-edge.ts';

const { origin, edge, newZone, seenOf } = await openEdge();

describe('zones', () => {
  it('an unknown host gets 404 with a page that is not cached', async () => {
    const answer = await edge.ask('nobody.test', '/');
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Unknown host');
  });

  it('a disabled zone refuses with a page that says so, also for what is cached', async () => {
    const { zone, ask } = await newZone();
    await ask('/a');
    await edge.control.putZones([{ ...zone, disabled: true }]);
    const answer = await ask('/a');
    expect(answer.status).toBe(403);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('Zone disabled');
    await edge.control.putZones([zone]);
    expect((await ask('/a')).cache).toBe('HIT');
  });

  it('a removed zone is unknown', async () => {
    const { zone, ask } = await newZone();
    expect((await ask('/a')).status).toBe(200);
    await edge.control.removeZones([zone.id]);
    expect((await ask('/a')).status).toBe(404);
  });

  it('host names are found without regard to case and port', async () => {
    const { host } = await newZone();
    expect((await edge.ask(`${host.toUpperCase()}:8080`, '/a')).status).toBe(200);
  });

  it('several host names of a zone share what is cached', async () => {
    const { ask } = await newZone({ hosts: ['first.test', 'second.test'] });
    await ask('/a');
    expect((await edge.ask('second.test', '/a')).cache).toBe('HIT');
  });

  it('a host name that another zone has is refused, with the zone that asked for it', async () => {
    const { host, zone } = await newZone();
    const thief = zoneOf('thief', origin, { hosts: ['own.test', host] });
    const { refused } = await edge.control.putZones([thief]);
    expect(refused).toEqual([{ zoneId: 'thief', reason: `the host name ${host} already belongs to zone ${zone.id}` }]);
    expect((await edge.ask('own.test', '/')).status).toBe(404);
  });

  it('a host name can move from one zone to another in one push, whatever the order', async () => {
    const one = zoneOf('mover', origin, { hosts: ['moving.test', 'staying.test'] });
    await edge.control.putZones([one]);
    const other = zoneOf('taker', origin, { hosts: ['moving.test'] });
    expect(await edge.control.putZones([other, { ...one, hosts: ['staying.test'] }])).toEqual({ refused: [] });
    await edge.ask('moving.test', '/where');
    const zoneOfLine = async () => (await edge.accessLines(1)).findLast((line) => line.uri === '/where')?.zone;
    await expect.poll(zoneOfLine, { timeout: 10_000 }).toBe('taker');
  });

  it('a zone that is refused keeps its last good version, and the others of the push apply', async () => {
    const { zone, ask } = await newZone();
    const good = zoneOf('good', origin);
    const bad = { ...zone, disabled: true, hosts: ['a.test\r\nx: y'] };
    const { refused } = await edge.control.putZones([bad, good]);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.zoneId).toBe(zone.id);
    expect((await ask('/a')).status).toBe(200);
    expect((await edge.ask('good.test', '/a')).status).toBe(200);
  });

  it('replaceZones takes away all others', async () => {
    const alone = await new TestEdge({ workers: 1 }).startOpen([zoneOf('a', origin), zoneOf('b', origin)]);
    await alone.control.replaceZones([zoneOf('b', origin), zoneOf('c', origin)]);
    expect((await alone.control.status()).zones).toBe(2);
    expect((await alone.ask('a.test', '/')).status).toBe(404);
    expect((await alone.ask('b.test', '/')).status).toBe(200);
    await alone.stop();
  });

  it('5,000 zones arrive within a second, and one more within some milliseconds', async () => {
    const many = await new TestEdge().start();
    const zones = Array.from({ length: 5000 }, (_, i) => zoneOf(`m${i}`, origin));
    const started = performance.now();
    expect(await many.control.replaceZones(zones)).toEqual({ refused: [] });
    expect(performance.now() - started).toBeLessThan(2000);
    const times: number[] = [];
    for (let i = 0; i < 15; i++) {
      const before = performance.now();
      await many.control.putZones([zoneOf(`m${i}`, origin, { disabled: true })]);
      times.push(performance.now() - before);
    }
    expect(times.sort((a, b) => a - b)[7]).toBeLessThan(10);
    await many.stop();
  });
});

describe('opening', () => {
  it('requests before that wait, and are served as soon as the edge is open', async () => {
    const closed = await new TestEdge().start();
    await closed.control.putZones([zoneOf('z', origin)]);
    const early = closed.ask('z.test', '/a%20b?q=1', { method: 'POST', body: 'x' });
    await sleep(300);
    await closed.control.open();
    expect((await early).status).toBe(200);
    expect(seenOf('/a%20b?q=1')).toHaveLength(1);
    await closed.stop();
  });

  it('a request that waited five seconds is told to come back', async () => {
    const closed = await new TestEdge({ workers: 1 }).start();
    const answer = await closed.ask('z.test', '/');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect((await closed.control.status()).open).toBe(false);
    await closed.stop();
  }, 15_000);

  it('every start has a new bootId and is closed', async () => {
    const one = await new TestEdge({ workers: 1 }).startOpen([]);
    const { bootId } = await one.control.status();
    await one.kill();
    await one.start();
    const after = await one.control.status();
    expect(after.bootId).not.toBe(bootId);
    expect(after).toMatchObject({ open: false, zones: 0, caching: true });
    await one.stop();
  });
});

describe('the access log', () => {
  it('has a line for each request, with the zone, the cache and what was sent', async () => {
    const { ask, zone, host } = await newZone();
    await ask('/logged?q="1"', { headers: { 'user-agent': 'a "browser"\\', referer: 'https://x.test/' } });
    await ask('/logged?q="1"');
    await edge.ask('nobody.test', '/nowhere');
    await sleep(1300);
    const lines = await edge.accessLines(1);
    const [miss, hit] = lines.filter((line) => line.uri === '/logged?q="1"');
    expect(miss).toMatchObject({
      zone: zone.id,
      host,
      ip: '127.0.0.1',
      country: 'XX',
      method: 'GET',
      status: 200,
      cache: 'MISS',
      agent: 'a "browser"\\',
      referer: 'https://x.test/',
    });
    expect(miss!.bytes).toBeGreaterThan(10);
    expect(Math.abs(miss!.time - Date.now() / 1000)).toBeLessThan(10);
    expect(hit?.cache).toBe('HIT');
    expect(hit?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(lines.findLast((line) => line.uri === '/nowhere')).toMatchObject({ zone: '', status: 404, cache: '' });
  });

  it('goes on in a new file after it was renamed', async () => {
    const { ask } = await newZone();
    renameSync(edge.layout.accessLog, `${edge.layout.accessLog}.1`);
    reopenLogs(edge.layout.pidFile);
    for (let tries = 0; tries < 50 && !existsSync(edge.layout.accessLog); tries++) await sleep(20);
    await ask('/rotated');
    expect((await edge.accessLines(1)).some((line) => line.uri === '/rotated')).toBe(true);
  });
});

describe('the layout', () => {
  it('passes the test of nginx, and lets nobody else at the sockets', async () => {
    const fresh = await new TestEdge({ workers: 1 }).start();
    expect(statSync(join(fresh.folder, 'run')).mode & 0o777).toBe(0o700);
    await expect(testEdge(fresh.layout)).resolves.toBeUndefined();
    await fresh.stop();
  });

  it('finds a place for sockets where the path of the folder is too long for them', async () => {
    const deep = mkdtempSync(join(tmpdir(), 'edge-deep-'));
    chmodSync(deep, 0o755);
    const far = new TestEdge({ workers: 1, folder: join(deep, 'x'.repeat(60), 'y'.repeat(60)) });
    await far.startOpen([zoneOf('z', origin)]);
    expect((await far.ask('z.test', '/')).status).toBe(200);
    await far.control.purgePaths('z', ['/']);
    expect((await far.ask('z.test', '/')).cache).toBe('MISS');
    const sockets = dirname(far.layout.controlSocket);
    expect(statSync(sockets).mode & 0o777).toBe(0o700);
    await far.stop();
    rmSync(sockets, { recursive: true });
    rmSync(deep, { recursive: true });
  });

  it('knows countries from the database it is given', async () => {
    const database = join(
      import.meta.dirname,
      '../../node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
    );
    const located = await new TestEdge({ workers: 1, geoDatabase: database }).startOpen([zoneOf('z', origin)]);
    await located.ask('z.test', '/');
    expect((await located.accessLines(1))[0]?.country).toBe('XX');
    await located.stop();
  });
});
