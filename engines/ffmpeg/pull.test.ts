import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { layEncode } from './lay.ts';
import { readTail } from './log-file.ts';
import { isAlive } from './process.ts';
import { startFfmpeg, stop } from './run.ts';
import type { EncodeInput } from './shapes.ts';
import { makeHls, makeMp4, programsOf } from './testing/index.ts';
import { scanSegment } from './ts-scan.ts';

let folder: string;
let server: Server;
let base: string;
const agents = new Set<string | undefined>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ffmpeg-pull-'));
  await makeMp4(join(folder, 'loop.mp4'), { seconds: 2, bFrames: 2 });
  await makeHls(join(folder, 'live'), { seconds: 8, isEnded: false });
  await makeHls(join(folder, 'vod'), { seconds: 2 });
  server = createServer((asked, reply) => {
    agents.add(asked.headers['user-agent']);
    const file = join(folder, new URL(asked.url!, 'http://any').pathname);
    if (!existsSync(file)) return reply.writeHead(404).end();
    const { size } = statSync(file);
    const [, from] = /bytes=(\d+)-/.exec(asked.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const head = {
      'accept-ranges': 'bytes',
      'content-length': size - start,
      'content-range': `bytes ${start}-${size - 1}/${size}`,
    };
    reply.writeHead(from ? 206 : 200, head);
    createReadStream(file, { start }).pipe(reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function pull(name: string, input: Omit<Extract<EncodeInput, { kind: 'source' }>, 'kind'>) {
  const laid = layEncode({
    programs: programsOf(),
    input: { kind: 'source', ...input },
    rungs: [],
    filter: null,
    segmentSeconds: 1,
    startNumber: 0,
    folder: join(folder, name),
  });
  const [{ listFile, segmentFolder }] = laid.rungs as [(typeof laid.rungs)[0]];
  const running = startFfmpeg({ ...laid, env: {} });
  const closed = () =>
    (existsSync(listFile) ? readFileSync(listFile, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => scanSegment(readFileSync(join(segmentFolder, line.split(',')[0]!))));
  return { ...running, closed, log: () => readTail(join(laid.folder, 'log'), 20) };
}

test('an MP4 file is played in its own time, again and again, on a clock that never goes back', async () => {
  const { pid, startTicks, closed } = pull('loops', { format: 'mp4', url: `${base}/loop.mp4` });
  const beganMs = performance.now();
  await vi.waitFor(() => expect(closed().length).toBeGreaterThanOrEqual(5), { timeout: 25_000, interval: 100 });
  expect(performance.now() - beganMs).toBeGreaterThan(3500);
  await stop(pid, startTicks, { graceMs: 3000 });
  const segments = closed();
  for (const [index, segment] of segments.slice(0, 5).entries()) {
    expect(segment).toMatchObject({ truncated: false, keyFrameSeconds: [0] });
    expect(Math.abs(segment.firstPts! - (10 + index))).toBeLessThan(0.2);
  }
});

test('a live HLS list is joined near its end; one that is over is played to its end', async () => {
  const live = pull('joined', { format: 'hls', url: `${base}/live/index.m3u8` });
  const over = pull('over', { format: 'hls', url: `${base}/vod/index.m3u8`, userAgent: 'Test 1.0\r\nx: y' });
  await vi.waitFor(() => expect(live.closed().length).toBeGreaterThanOrEqual(1), { timeout: 20_000, interval: 50 });
  await vi.waitFor(() => expect(isAlive(over.pid, over.startTicks)).toBe(false), { timeout: 20_000, interval: 50 });
  await stop(live.pid, live.startTicks, { graceMs: 3000 });
  // Three segments from the end, not eight.
  expect(live.closed().length).toBeLessThanOrEqual(3);
  expect(over.closed()).toHaveLength(2);
  expect([...agents]).toContain('Test 1.0x y');
});

test('a source that is not there ends with its words', async () => {
  const { pid, startTicks, log } = pull('missing', { format: 'hls', url: `${base}/nothing.m3u8` });
  await vi.waitFor(() => expect(isAlive(pid, startTicks)).toBe(false), { timeout: 20_000, interval: 50 });
  expect((await log()).join('\n')).toContain('404 Not Found');
});
