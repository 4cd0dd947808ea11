import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runningIndex, startMs } from '../testing/running-index.ts';
import { createHlsServer, type ServedStream } from './service.ts';
import { neededFromMs } from './views.ts';

const door = 'a-door-that-only-edges-know';

async function startService(changes: Partial<ServedStream> = {}) {
  const running = runningIndex();
  let nowMs = startMs;
  const stream = {
    id: 'news',
    path: 'news',
    door,
    disabled: 'no' as const,
    rewindSeconds: 0,
    delaySeconds: 0,
    ...changes,
  };
  const server = createHlsServer({
    index: running.index,
    mediaFolder: running.mediaFolder,
    streamOf: (id) => (id === stream.id ? stream : undefined),
    nowMs: () => nowMs,
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const part = running.open('a');
  const to = { port, host: '127.0.0.1', headers: { 'X-Headwater-Door': door } };
  return {
    running,
    part,
    to,
    stream,
    add(count: number, from = 0) {
      for (let n = from; n < from + count; n++) running.add({ part, name: `${n}`, startedAtMs: startMs + n * 2000 });
    },
    setNow: (ms: number) => {
      nowMs = ms;
    },
    /** As it is on the wire: nothing follows, nothing is unpacked, no path is made tidy. */
    async ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const asking = request({
        ...to,
        path: `/news${path}`,
        method,
        headers: { ...to.headers, ...headers },
      });
      asking.end();
      const [response] = (await once(asking, 'response')) as [import('node:http').IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      return { status: response.statusCode, headers: response.headers, body, text: body.toString() };
    },
  };
}

test('a live stream plays: master, window, segments', async () => {
  const at = await startService();
  expect((await at.ask('/news/index.m3u8')).status).toBe(404);
  at.add(9);
  const master = await at.ask('/news/index.m3u8');
  expect(master.headers).toMatchObject({
    'content-type': 'application/vnd.apple.mpegurl',
    'cache-control': 'max-age=2',
    'access-control-allow-origin': '*',
  });
  expect(master.text).toBe(`#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=4000,AVERAGE-BANDWIDTH=4000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=25.000
live/v0.m3u8
`);
  const window = await at.ask('/news/live/v0.m3u8');
  expect(window.headers['cache-control']).toBe('max-age=1');
  expect(window.text).toBe(`#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:3
#EXT-X-DISCONTINUITY-SEQUENCE:0
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:06.000Z
${[3, 4, 5, 6, 7, 8].map((n) => `#EXTINF:2.00000,\n../s/v0/10000000${n}.ts\n`).join('')}`);
  const segment = await at.ask('/news/s/v0/100000008.ts');
  expect(segment.text).toBe('8'.repeat(1000));
  expect(segment.headers).toMatchObject({
    'content-type': 'video/mp2t',
    'content-length': '1000',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  // Out of the window, and there for those who were slow.
  expect((await at.ask('/news/s/v0/100000000.ts')).status).toBe(200);
  expect((await at.ask('/news/rewind.m3u8')).status).toBe(404);
});

test('the door opens for those who bring its key, and not for a disabled stream', async () => {
  const at = await startService();
  at.add(1);
  for (const path of ['/news/index.m3u8', '/news/live/v0.m3u8', '/news/s/v0/100000000.ts']) {
    expect((await at.ask(path)).status).toBe(200);
    for (const wrong of ['', 'wrong', `${door}x`, `${door.slice(0, -1)}x`]) {
      const refused = await at.ask(path, { 'X-Headwater-Door': wrong });
      expect([refused.status, refused.headers['cache-control']]).toEqual([403, 'no-store']);
    }
  }
  at.stream.disabled = 'stream' as never;
  expect((await at.ask('/news/index.m3u8')).status).toBe(403);
});

test('nothing is answered but what playlists name', async () => {
  const at = await startService({ rewindSeconds: 60 });
  at.add(1);
  const paths = [
    '/',
    '/news',
    '/news/',
    // A path of another stream of this node's: two services may have streams of one path, and an id is asked for by its own.
    '/sport/index.m3u8',
    '/news/live/v1.m3u8',
    '/news/live/v0.m3u8/',
    '/news/live/v00.m3u8',
  ];
  paths.push('/news/s/v0/100000001.ts', '/news/s/v1/100000000.ts', '/news/s/v0/1.ts', '/news/s/v0/200000000.ts');
  paths.push('/news/s/v0/../../../segments.db', '/news/s/../v0/100000000.ts', '/news/s/v0/%2e%2e', '//news/index.m3u8');
  paths.push('/news/s/v0/0100000000.ts', '/news/s/v0/1e8.ts', '/news/live/constructor', '/__proto__/index.m3u8');
  for (const path of paths) expect([path, (await at.ask(path)).status]).toEqual([path, 404]);
  expect((await at.ask('/news/index.m3u8', {}, 'POST')).status).toBe(405);
});

test('players of other sites may ask, HEAD is answered without a body', async () => {
  const at = await startService();
  at.add(1);
  const preflight = await at.ask('/news/index.m3u8', { Origin: 'https://a.test' }, 'OPTIONS');
  expect(preflight.status).toBe(204);
  expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
  for (const path of ['/news/index.m3u8', '/news/s/v0/100000000.ts']) {
    const [head, get] = [await at.ask(path, {}, 'HEAD'), await at.ask(path)];
    expect(head.body).toHaveLength(0);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(get.headers['access-control-expose-headers']).toBe('Date, ETag');
  }
});

test('a long segment comes whole, and a player that goes away in the middle leaves no file open', async () => {
  const at = await startService();
  const bytes = 20_000_000;
  at.running.add({ part: at.part, name: '0', startedAtMs: startMs, bytes });
  const path = (await at.ask('/news/live/v0.m3u8')).text.match(/s\/v0\/.*\.ts/)![0];
  expect((await at.ask(`/news/${path}`)).body.equals(Buffer.alloc(bytes, '0'))).toBe(true);
  const leaving = request({ ...at.to, path: `/news/news/${path}` }).end();
  const [response] = (await once(leaving, 'response')) as [import('node:http').IncomingMessage];
  await once(response, 'readable');
  expect(openSegments()).toHaveLength(1);
  leaving.destroy();
  await vi.waitFor(() => expect(openSegments()).toEqual([]));
});

const openSegments = (): string[] =>
  readdirSync('/proc/self/fd')
    .flatMap((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return [];
      }
    })
    .filter((file) => file.endsWith('.ts'));

test('who has a playlist is told so, and who takes gzip gets it', async () => {
  const at = await startService({ rewindSeconds: 3600 });
  at.add(100);
  for (const path of ['/news/index.m3u8', '/news/live/v0.m3u8', '/news/rewind/v0.m3u8']) {
    const plain = await at.ask(path);
    const zipped = await at.ask(path, { 'Accept-Encoding': 'br, gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).toString()).toBe(plain.text);
    expect((await at.ask(path, { 'If-None-Match': String(plain.headers.etag) })).status).toBe(304);
  }
  const { etag } = (await at.ask('/news/live/v0.m3u8')).headers;
  at.add(1, 100);
  expect((await at.ask('/news/live/v0.m3u8', { 'If-None-Match': String(etag) })).status).toBe(200);
});

test('who has the most of a long playlist is sent the rest', async () => {
  const at = await startService({ rewindSeconds: 3600 });
  at.add(100);
  const whole = (await at.ask('/news/rewind/v0.m3u8')).text;
  expect(whole).toContain('#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12.000\n');
  expect(whole.match(/#EXTINF/g)).toHaveLength(100);
  const delta = (await at.ask('/news/rewind/v0.m3u8?_HLS_skip=YES')).text;
  expect(delta).toContain('#EXT-X-VERSION:9\n');
  expect(delta).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=94\n#EXT-X-PROGRAM-DATE-TIME:');
  expect(delta.match(/#EXTINF/g)).toHaveLength(6);
  expect((await at.ask('/news/live/v0.m3u8?_HLS_skip=YES')).text).not.toContain('SKIP');
});

test('a delayed stream is what the live one was, and nothing before there was any', async () => {
  const at = await startService({ delaySeconds: 60 });
  const live = await startService();
  at.add(30);
  at.setNow(startMs + 61_900);
  expect((await at.ask('/news/live/v0.m3u8')).status).toBe(404);
  for (let n = 0; n < 40; n++) {
    live.add(1, n);
    at.add(1, n + 30);
    at.setNow(startMs + 60_000 + (n + 1) * 2000 + 500);
    expect((await at.ask('/news/live/v0.m3u8')).text).toBe((await live.ask('/news/live/v0.m3u8')).text);
    expect((await at.ask('/news/index.m3u8')).text).toBe((await live.ask('/news/index.m3u8')).text);
  }
});

test('a playlist says when its session is over, and begins anew with the next one', async () => {
  const at = await startService({ rewindSeconds: 600 });
  at.add(8);
  at.running.index.endSession('news', 'a');
  for (const view of ['live', 'rewind'])
    expect((await at.ask(`/news/${view}/v0.m3u8`)).text).toMatch(/#EXT-X-ENDLIST\n$/);
  const part = at.running.open('b', startMs + 60_000);
  expect((await at.ask('/news/live/v0.m3u8')).text).toMatch(/#EXT-X-ENDLIST\n$/);
  at.running.add({ part, name: '0', startedAtMs: startMs + 60_000 });
  for (const view of ['live', 'rewind']) {
    const { text } = await at.ask(`/news/${view}/v0.m3u8`);
    expect(text).toContain(
      '#EXT-X-MEDIA-SEQUENCE:8\n#EXT-X-DISCONTINUITY-SEQUENCE:0\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-DISCONTINUITY\n',
    );
    expect(text.match(/#EXTINF/g)).toHaveLength(1);
    expect(text).not.toContain('ENDLIST');
  }
});

test('what ended can be watched for as long as viewers may go back, then there is nothing to play', async () => {
  const rules = { rewindSeconds: 60, delaySeconds: 30 };
  const at = await startService(rules);
  const { index } = at.running;
  at.add(40);
  const endedMs = startMs + 80_000;
  const views = ['index.m3u8', 'rewind.m3u8', 'live/v0.m3u8', 'rewind/v0.m3u8'];
  const ask = async (atMs: number) => {
    at.setNow(atMs);
    const pruned = index.prune('news', neededFromMs(index.timelineOf('news'), rules, atMs), []).length;
    const answers = await Promise.all(views.map((view) => at.ask(`/news/${view}`)));
    return { pruned, statuses: answers.map(({ status }) => status), lists: answers.map(({ text }) => text) };
  };
  // A publisher that is away for an hour and may come back has not ended.
  const away = await ask(endedMs + 3_600_000);
  expect(away.statuses).toEqual([200, 200, 200, 200]);
  index.endSession('news', 'a');
  const keptMs = (60 + 30 + 120) * 1000;
  const kept = await ask(endedMs + keptMs);
  expect(kept.statuses).toEqual([200, 200, 200, 200]);
  expect(kept.lists[3]).toMatch(/#EXT-X-ENDLIST\n$/);
  expect(kept.lists[3]!.match(/#EXTINF/g)).toHaveLength(30);
  const over = await ask(endedMs + keptMs + 1);
  expect(over.statuses).toEqual([404, 404, 404, 404]);
  expect(away.pruned + kept.pruned + over.pruned).toBe(40);
  expect(index.streamIds()).toEqual([]);
});

test('of what is over nothing is kept in memory, whoever watched it', async () => {
  const rules = { rewindSeconds: 600, delaySeconds: 0 };
  const at = await startService(rules);
  const { index } = at.running;
  at.add(100);
  for (const path of ['index.m3u8', 'live/v0.m3u8', 'rewind/v0.m3u8'])
    expect((await at.ask(`/news/${path}`)).status).toBe(200);
  const session = new WeakRef(index.timelineOf('news')!.sessions[0]!);
  index.endSession('news', 'a');
  index.prune('news', Number.POSITIVE_INFINITY, []);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await vi.waitFor(() => {
    collect();
    expect(session.deref() === undefined).toBe(true);
  });
});

test('what ended is over by the clock also while a recording still needs its segments', async () => {
  const at = await startService();
  at.add(8);
  at.running.index.endSession('news', 'a');
  at.setNow(startMs + 16_000 + 121_000);
  at.running.index.prune('news', startMs + 16_000 + 121_000, ['a']);
  expect((await at.ask('/news/index.m3u8')).status).toBe(404);
  expect(at.running.index.listSession('a')).toHaveLength(8);
});
