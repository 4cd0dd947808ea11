import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOrigin, TestEdge, type TestOrigin, zoneOf } from './testing/index.ts';

const file = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
let origin: TestOrigin;
let edge: TestEdge;
let count = 0;
/** What the origin of playlists does at the moment. */
let mood: { waitMs: number; status: number } = { waitMs: 0, status: 200 };
/** Grows with every answer: a playlist that moves on. */
let sequence = 0;

beforeAll(async () => {
  origin = await startOrigin(async (asked, reply) => {
    const path = asked.url?.split('?')[0] ?? '';
    if (path.endsWith('.m3u8')) {
      await sleep(mood.waitMs);
      reply.writeHead(mood.status, { 'cache-control': 'max-age=1', 'content-type': 'application/vnd.apple.mpegurl' });
      return reply.end(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${++sequence}\n${'#EXTINF:2,\ns/v0/1.ts\n'.repeat(100)}`);
    }
    const fields = {
      'content-type': 'video/mp4',
      etag: '"whole"',
      'cache-control': 'max-age=600',
      'accept-ranges': 'bytes',
    };
    const range = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? '');
    const isStale = asked.headers['if-range'] !== undefined && asked.headers['if-range'] !== '"whole"';
    if (asked.headers['if-none-match'] === '"whole"') return reply.writeHead(304, fields).end();
    if (!range || isStale) return reply.writeHead(200, { ...fields, 'content-length': file.length }).end(file);
    const from = Number(range[1]);
    if (from >= file.length) return reply.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    const part = file.subarray(from, range[2] ? Number(range[2]) + 1 : undefined);
    const where = `bytes ${from}-${from + part.length - 1}/${file.length}`;
    reply.writeHead(206, { ...fields, 'content-length': part.length, 'content-range': where }).end(part);
  });
  edge = await new TestEdge().startOpen([]);
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

async function newZone(changes: Parameters<typeof zoneOf>[2] = {}) {
  const path = `p${++count}`;
  const zone = zoneOf(path, origin, { hosts: ['live.test'], path, ...changes });
  expect(await edge.control.putZones([zone])).toEqual({ refused: [] });
  const seen = () => origin.seen.filter(({ url }) => url?.startsWith(`/${path}/`));
  return { path, seen, zone, ask: (rest: string, asking = {}) => edge.ask('live.test', `/${path}/${rest}`, asking) };
}
const sequenceOf = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);

describe('what is passed', () => {
  it('is asked of the origin every time, with the range that the visitor asked for', async () => {
    const { ask, seen } = await newZone({ delivery: 'passed' });
    for (let times = 0; times < 2; times++) {
      const answer = await ask('a.mp4', { headers: { range: 'bytes=1000-1999' } });
      expect(answer.status).toBe(206);
      expect(answer.body.equals(file.subarray(1000, 2000))).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-range': `bytes 1000-1999/${file.length}`,
        'content-length': '1000',
        'cache-control': 'max-age=600',
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        etag: '"whole"',
      });
      expect(answer.headers['x-cache']).toBeUndefined();
    }
    expect(seen().map(({ headers }) => headers.range)).toEqual(['bytes=1000-1999', 'bytes=1000-1999']);
  });

  it('comes whole, up to its end, and not at all beyond', async () => {
    const { ask } = await newZone({ delivery: 'passed' });
    expect((await ask('a.mp4')).body.equals(file)).toBe(true);
    const tail = await ask('a.mp4', { headers: { range: 'bytes=299990-' } });
    expect([tail.status, tail.body.length]).toEqual([206, 10]);
    const beyond = await ask('a.mp4', { headers: { range: 'bytes=300000-' } });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${file.length}`]);
  });

  it('asks the origin whether a range still fits, and whether anything changed', async () => {
    const { ask } = await newZone({ delivery: 'passed' });
    const range = 'bytes=0-9';
    expect((await ask('a.mp4', { headers: { range, 'if-range': '"whole"' } })).status).toBe(206);
    const changed = await ask('a.mp4', { headers: { range, 'if-range': '"older"' } });
    expect([changed.status, changed.body.length]).toEqual([200, file.length]);
    expect((await ask('a.mp4', { headers: { 'if-none-match': '"whole"' } })).status).toBe(304);
  });

  it('is asked with HEAD where the visitor does', async () => {
    const { ask, seen } = await newZone({ delivery: 'passed' });
    const answer = await ask('a.mp4', { method: 'HEAD' });
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([200, '300000', 0]);
    expect(seen().map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('streams: the first bytes arrive before the last are sent, and none is put on the disk', async () => {
    let sendRest = () => {};
    const slow = await startOrigin((_asked, reply) => {
      reply.writeHead(200, { 'content-length': 3_000_000 });
      reply.write(Buffer.alloc(1_000_000));
      sendRest = () => reply.end(Buffer.alloc(2_000_000));
    });
    const { path } = await newZone({ delivery: 'passed', origin: { url: slow.url, addresses: [slow.address] } });
    const asking = request({
      port: edge.port,
      path: `/${path}/a.mp4`,
      headers: { host: 'live.test' },
      agent: false,
    }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    let received = 0;
    answer.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    // The last bit may wait until it is worth a packet.
    await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(990_000);
    sendRest();
    await once(answer, 'end');
    expect(received).toBe(3_000_000);
    expect(edge.errors()).not.toContain('temporary file');
    await slow.close();
  });

  it('is refused where the zone says so', async () => {
    const access = { token: null, referrers: null, countries: null, userAgents: null, pass: null };
    const { ask, seen } = await newZone({
      delivery: 'passed',
      access: { ...access, addresses: { policy: 'allow', list: [] } },
    });
    expect((await ask('a.mp4', { headers: { range: 'bytes=0-1' } })).status).toBe(403);
    expect(seen()).toEqual([]);
  });

  it('is out of reach with the origin, and says so', async () => {
    const { ask } = await newZone({ delivery: 'passed', origin: { addresses: ['127.0.0.1:9'] } });
    const answer = await ask('a.mp4');
    expect([answer.status, answer.text.includes('Origin unreachable')]).toEqual([502, true]);
  });
});

describe('a live playlist', () => {
  it.each([20, 400])(
    'costs its origin at most two requests a second, however many watch (answers in %i ms)',
    async (waitMs) => {
      const { ask, seen } = await newZone();
      mood = { waitMs, status: 200 };
      await ask('index.m3u8');
      const before = seen().length;
      const seconds = 4;
      const until = performance.now() + seconds * 1000;
      const ages: number[] = [];
      const players = Array.from({ length: 100 }, async () => {
        while (performance.now() < until) {
          const answer = await ask('index.m3u8');
          expect(answer.status).toBe(200);
          ages.push(sequence - sequenceOf(answer.text));
          await sleep(100);
        }
      });
      await Promise.all(players);
      expect(ages.length).toBeGreaterThan(500);
      expect(seen().length - before).toBeLessThanOrEqual(2 * seconds);
      expect(seen().length - before).toBeGreaterThanOrEqual(seconds / 2);
      // Nobody is more than one playlist behind.
      expect(Math.max(...ages)).toBeLessThanOrEqual(1);
    },
  );

  it('is fetched anew for the first who asks once its second is over', async () => {
    const { ask } = await newZone();
    mood = { waitMs: 0, status: 200 };
    const first = sequenceOf((await ask('index.m3u8')).text);
    await sleep(1100);
    const later = await ask('index.m3u8');
    expect([sequenceOf(later.text), later.cache]).toEqual([first + 1, 'EXPIRED']);
  });

  it('is compressed by the edge, from one copy', async () => {
    const { ask, seen } = await newZone();
    mood = { waitMs: 0, status: 200 };
    const packed = await ask('index.m3u8', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).toString()).toContain('#EXTM3U');
    expect((await ask('index.m3u8')).headers['content-encoding']).toBeUndefined();
    expect(seen()).toHaveLength(1);
    expect(seen()[0]?.headers['accept-encoding']).toBeUndefined();
  });

  it('of before stands in for a failing origin as long as the zone says, and no longer', async () => {
    const { ask } = await newZone({ cache: { staleIfErrorSeconds: 4 } });
    mood = { waitMs: 0, status: 200 };
    await ask('index.m3u8');
    mood = { waitMs: 0, status: 503 };
    await sleep(1100);
    expect((await ask('index.m3u8')).cache).toBe('STALE');
    await sleep(4500);
    expect((await ask('index.m3u8')).status).toBe(503);
    mood = { waitMs: 0, status: 200 };
    await expect.poll(async () => (await ask('index.m3u8')).status, { timeout: 10_000 }).toBe(200);
  });
});
