import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EdgeZoneConfig } from './index.ts';
import { startOrigin, TestEdge, type TestOrigin, zoneOf } from './testing/index.ts';

let origin: TestOrigin;
let edge: TestEdge;
let count = 0;

/** Each test has a zone of its own. */
const freshZone = (changes: Parameters<typeof zoneOf>[2] = {}) => zoneOf(`p${++count}`, origin, changes);
const put = async (zone: EdgeZoneConfig) => expect(await edge.control.putZones([zone])).toEqual({ refused: [] });
const ask = async (zone: EdgeZoneConfig, path: string, method = 'GET') =>
  (await edge.ask(zone.hosts[0]!, path, { method })).cache;
async function fill(zone: EdgeZoneConfig, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await ask(zone, path);
    expect(await ask(zone, path), path).toBe('HIT');
  }
}

beforeAll(async () => {
  origin = await startOrigin((asked, reply) => {
    reply.setHeader('cache-control', 'max-age=600');
    const next = asked.url?.startsWith('/form') ? '/made' : undefined;
    if (next) reply.setHeader('location', next);
    reply.end(`body of ${asked.url}`);
  });
  edge = await new TestEdge().startOpen([]);
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

describe('an exact purge', () => {
  it('makes its URL MISS and leaves the others', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a', '/b');
    await edge.control.purgePaths(zone.id, ['/a']);
    expect(await ask(zone, '/a')).toBe('MISS');
    expect(await ask(zone, '/a')).toBe('HIT');
    expect(await ask(zone, '/b')).toBe('HIT');
  });

  it('leaves other zones alone', async () => {
    const [one, other] = [freshZone(), freshZone()];
    await put(one);
    await put(other);
    await fill(one, '/a');
    await fill(other, '/a');
    await edge.control.purgePaths(one.id, ['/a']);
    expect(await ask(one, '/a')).toBe('MISS');
    expect(await ask(other, '/a')).toBe('HIT');
  });

  it.each([
    ['/caf%C3%A9', '/caf%c3%a9'],
    ['/css/x', '/%63ss/x'],
    ['/a b', '/a%20b'],
    ['/d//e/../f', '/d/f'],
    ['/q?x=%41', '/q?x=A'],
    ['/plus+', '/plus%2B'],
  ])('of %s matches however the URL is spelt: %s', async (purged, asked) => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, asked);
    await edge.control.purgePaths(zone.id, [purged]);
    expect(await ask(zone, asked)).toBe('MISS');
  });

  it('names one query string', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a', '/a?x=1', '/a?x=2');
    await edge.control.purgePaths(zone.id, ['/a?x=1']);
    expect(await ask(zone, '/a?x=1')).toBe('MISS');
    expect(await ask(zone, '/a?x=2')).toBe('HIT');
    expect(await ask(zone, '/a')).toBe('HIT');
  });

  it('takes no notice of the query where the zone ignores it', async () => {
    const zone = freshZone({ cache: { queryString: 'ignore' } });
    await put(zone);
    await ask(zone, '/a?x=1');
    expect(await ask(zone, '/a?x=2')).toBe('HIT');
    await edge.control.purgePaths(zone.id, ['/a?x=3']);
    expect(await ask(zone, '/a?x=1')).toBe('MISS');
  });

  it('with control characters in the path survives the journal', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/line%0Abreak%25', '/line');
    await edge.control.purgePaths(zone.id, ['/line%0Abreak%25']);
    expect(await ask(zone, '/line%0Abreak%25')).toBe('MISS');
    expect(await ask(zone, '/line')).toBe('HIT');
  });
});

describe('a wildcard purge', () => {
  it('matches the decoded path', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/css/a', '/%63ss/b', '/js/a');
    await put({ ...zone, purge: { generation: 0, bans: [[1, '/css/*']] } });
    expect(await ask(zone, '/css/a')).toBe('MISS');
    expect(await ask(zone, '/%63ss/b')).toBe('MISS');
    expect(await ask(zone, '/js/a')).toBe('HIT');
  });

  it('and a later exact purge both count', async () => {
    const zone = freshZone();
    await put(zone);
    const banned = { ...zone, purge: { generation: 0, bans: [[1_000_000, '/css/*']] as [number, string][] } };
    await put(banned);
    await fill(zone, '/css/a');
    await edge.control.purgePaths(zone.id, ['/css/a']);
    expect(await ask(zone, '/css/a')).toBe('MISS');
  });
});

describe('a whole zone', () => {
  it('MISSes after a generation bump', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a', '/b');
    await put({ ...zone, purge: { generation: 1, bans: [] } });
    expect(await ask(zone, '/a')).toBe('MISS');
    expect(await ask(zone, '/b')).toBe('MISS');
  });

  it('that was removed and came back serves nothing that was purged before', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a');
    await edge.control.purgePaths(zone.id, ['/a']);
    await edge.control.removeZones([zone.id]);
    await put(zone);
    expect(await ask(zone, '/a')).toBe('MISS');
  });

  it('that counted the query differently for a while serves nothing from before', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a?x=1');
    await put({ ...zone, cache: { ...zone.cache, queryString: 'ignore' } });
    await edge.control.purgePaths(zone.id, ['/a']);
    await put(zone);
    expect(await ask(zone, '/a?x=1')).toBe('MISS');
  });
});

describe('an unsafe method', () => {
  it('invalidates its URL and the Location of the answer', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/form', '/made', '/other');
    await ask(zone, '/form', 'POST');
    expect(await ask(zone, '/form')).toBe('MISS');
    expect(await ask(zone, '/made')).toBe('MISS');
    expect(await ask(zone, '/other')).toBe('HIT');
  });
});

describe('forget', () => {
  it('makes everything cached unreachable', async () => {
    const [one, other] = [freshZone(), freshZone()];
    await put(one);
    await put(other);
    await fill(one, '/a');
    await fill(other, '/a');
    await edge.control.forget();
    expect(await ask(one, '/a')).toBe('MISS');
    expect(await ask(other, '/a')).toBe('MISS');
  });
});

describe('after kill -9 of nginx', () => {
  async function revive(zone: EdgeZoneConfig): Promise<void> {
    await edge.start();
    await edge.control.replaceZones([zone]);
    await edge.control.open();
    // The cache index is read back in the background.
    await sleep(300);
  }

  it('what was cached is still a hit, and an exact purge, an invalidation and forget still hold', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/kept', '/purged', '/form', '/made');
    await edge.control.purgePaths(zone.id, ['/purged']);
    await ask(zone, '/form', 'POST');
    await edge.kill();
    await revive(zone);
    expect(await ask(zone, '/kept')).toBe('HIT');
    expect(await ask(zone, '/purged')).toBe('MISS');
    expect(await ask(zone, '/form')).toBe('MISS');
    await edge.control.forget();
    await fill(zone, '/after');
    await edge.kill();
    await revive(zone);
    expect(await ask(zone, '/kept')).toBe('MISS');
    expect(await ask(zone, '/after')).toBe('HIT');
  });

  it('numbers go on growing: a purge made twice, once before and once after, holds', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a');
    await edge.control.purgePaths(zone.id, ['/a']);
    await fill(zone, '/a');
    await edge.kill();
    await revive(zone);
    expect(await ask(zone, '/a')).toBe('HIT');
    await edge.control.purgePaths(zone.id, ['/a']);
    expect(await ask(zone, '/a')).toBe('MISS');
  });

  it('a journal that a full disk cut short, or that holds rubbish, is read as far as it goes', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a', '/b');
    await edge.control.purgePaths(zone.id, ['/a']);
    await edge.kill();
    appendFileSync(join(edge.folder, 'purges', 'journal'), '\nrubbish\np 12');
    await revive(zone);
    await edge.control.purgePaths(zone.id, ['/b']);
    await edge.kill();
    await revive(zone);
    expect(await ask(zone, '/a')).toBe('MISS');
    expect(await ask(zone, '/b')).toBe('MISS');
  });

  it('a lost journal means a cold cache, never old purges undone', async () => {
    const zone = freshZone();
    await put(zone);
    await fill(zone, '/a');
    await edge.control.purgePaths(zone.id, ['/a']);
    await edge.kill();
    rmSync(join(edge.folder, 'purges', 'journal'));
    await revive(zone);
    expect(await ask(zone, '/a')).toBe('MISS');
  });

  it('of the master alone, no worker goes on serving', async () => {
    const zone = freshZone();
    await edge.killMaster();
    await sleep(200);
    await expect(edge.ask(zone.hosts[0]!, '/')).rejects.toThrow();
    await revive(zone);
    await fill(zone, '/a');
  });
});

describe('more purges than are remembered one by one', () => {
  it('purge the whole zone instead of forgetting any, and other zones keep theirs', async () => {
    const [busy, calm] = [freshZone(), freshZone()];
    await put(busy);
    await put(calm);
    await fill(calm, '/a', '/b');
    await edge.control.purgePaths(calm.id, ['/a']);
    await fill(busy, '/first', '/unnamed');
    await edge.control.purgePaths(busy.id, ['/first']);
    const many = Array.from({ length: 50_100 }, (_, i) => `/many/${i}`);
    for (let at = 0; at < many.length; at += 1000) await edge.control.purgePaths(busy.id, many.slice(at, at + 1000));
    expect(await ask(busy, '/first')).toBe('MISS');
    expect(await ask(busy, '/unnamed')).toBe('MISS');
    expect(await ask(calm, '/b')).toBe('HIT');
    expect(await ask(calm, '/a')).toBe('MISS');
    await fill(busy, '/first');
    // The journal is shortened in the background.
    const journal = join(edge.folder, 'purges', 'journal');
    for (let tries = 0; tries < 100 && readFileSync(journal).length > 100_000; tries++) await sleep(50);
    expect(readFileSync(journal).length).toBeLessThan(100_000);
    await edge.kill();
    await edge.start();
    await edge.control.replaceZones([busy, calm]);
    await edge.control.open();
    await sleep(300);
    expect(await ask(busy, '/first')).toBe('HIT');
    expect(await ask(busy, '/unnamed')).toBe('HIT');
    expect(await ask(calm, '/b')).toBe('HIT');
  });
});

describe('an edge whose memory for purges is full', () => {
  it('purges whole zones instead of forgetting a purge, also after kill -9', async () => {
    const small = new TestEdge({ workers: 1 });
    small.amend = (config) => config.replace('purges 64m', 'purges 64k');
    const zone = zoneOf('small', origin);
    await small.startOpen([zone]);
    const cacheOf = async (path: string) => (await small.ask('small.test', path)).cache;
    await cacheOf('/first');
    await cacheOf('/unnamed');
    await small.control.purgePaths('small', ['/first']);
    for (let i = 0; i < 10; i++) {
      await small.control.purgePaths(
        'small',
        Array.from({ length: 200 }, (_, j) => `/long-enough-to-fill-a-page-or-two/${i}/${j}`),
      );
    }
    expect(await cacheOf('/first')).toBe('MISS');
    expect(await cacheOf('/unnamed')).toBe('MISS');
    expect(await cacheOf('/unnamed')).toBe('HIT');
    await small.kill();
    await small.startOpen([zone]);
    await sleep(300);
    await small.control.purgePaths('small', ['/unnamed']);
    expect(await cacheOf('/unnamed')).toBe('MISS');
    await small.stop();
  });
});
