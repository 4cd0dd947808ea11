import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { scanSegment } from '@headwater/engines/ffmpeg';
import { makeSegments, pictureArgv, runFfmpeg } from '@headwater/engines/ffmpeg/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningIndex, runningIndex, startMs } from '../testing/running-index.ts';
import { lintPresentation, lintSegment, scanBytes } from './lint/index.ts';
import { createHlsServer } from './service.ts';

const door = 'a-door-that-only-edges-know';

async function serve(running: RunningIndex) {
  const stream = { id: 'news', path: 'news', door, disabled: 'no' as const, rewindSeconds: 600, delaySeconds: 0 };
  const { index, mediaFolder } = running;
  const nowMs = () => startMs + 60_000;
  const server = createHlsServer({ index, mediaFolder, streamOf: () => stream, nowMs }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (url: string): Promise<Response> => fetch(url, { headers: { 'X-Headwater-Door': door } });
  return (master: string, before?: Awaited<ReturnType<typeof lintPresentation>>) =>
    lintPresentation({ fetch: ask, url: `http://127.0.0.1:${port}/news/news/${master}.m3u8`, before, scan: scanBytes });
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-segments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function encode(size: string, seconds: number): Promise<string[]> {
  return makeSegments(scratch(), pictureArgv({ size, gopSeconds: 1 }, seconds));
}

/** Puts an encoder's files into the index, the rungs of each number together. Gives when they end. */
function takeIn(running: RunningIndex, part: number, rungs: string[][], startedAtMs: number): number {
  let atMs = startedAtMs;
  for (let n = 0; n < rungs[0]!.length; n++) {
    const scans = rungs.map((files) => scanSegment(readFileSync(files[n]!)));
    for (const [rung, { video, audio, durationSeconds, bytes, keyFrames }] of scans.entries()) {
      const file = `news/${part}/v${rung}/${n}.ts`;
      mkdirSync(dirname(join(running.mediaFolder, file)), { recursive: true });
      copyFileSync(rungs[rung]![n]!, join(running.mediaFolder, file));
      const { width = null, height = null, fps = null } = video ?? {};
      const media = { codecs: [video!.codecs, audio!.codecs].join(','), width, height, fps };
      const facts = { durationSeconds, sizeBytes: bytes, keyFrames, media };
      running.index.addSegment({ streamId: 'news', part, rung: `v${rung}`, startedAtMs: atMs, file, ...facts });
    }
    atMs += scans[0]!.durationSeconds * 1000;
  }
  return atMs;
}

test('what ffmpeg encoded plays without a fault, also after the stream became a ladder, and after its end', async () => {
  const running = runningIndex();
  const look = await serve(running);
  const single = await encode('320x180', 8);
  const ladder = [await encode('640x360', 4), await encode('320x180', 4)];
  const endMs = takeIn(running, running.open('a'), [single], startMs);
  const before = { window: await look('index'), rewind: await look('rewind') };
  expect([...before.window.findings, ...before.rewind.findings]).toEqual([]);
  takeIn(running, running.open('a', endMs + 400, ['v0', 'v1']), ladder, endMs + 400);
  const after = { window: await look('index', before.window), rewind: await look('rewind', before.rewind) };
  // Of the rungs as they are now, the first segments are another size: that is what a discontinuity is for.
  const others = [...after.window.findings, ...after.rewind.findings].filter(({ rule }) => rule !== 'wrong-resolution');
  expect(others).toEqual([]);
  expect(after.rewind.playlists.size).toBe(2);
  expect([...after.rewind.playlists.values()][0]).toMatch(/#EXT-X-DISCONTINUITY\n/);
  running.index.endSession('news', 'a');
  const ended = await look('index', after.window);
  expect(ended.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect([...ended.playlists.values()].every((text) => text.endsWith('#EXT-X-ENDLIST\n'))).toBe(true);
});

test('a segment that was cut between key frames is found out', async () => {
  const folder = scratch();
  const cut = [
    '-f',
    'segment',
    '-segment_format',
    'mpegts',
    '-segment_time',
    '0.5',
    '-break_non_keyframes',
    '1',
    'n%d.ts',
  ];
  await runFfmpeg([...pictureArgv({ gopSeconds: 4 }, 2), ...cut], folder);
  const rules = readdirSync(folder)
    .sort()
    .map((name) =>
      lintSegment(scanBytes(readFileSync(join(folder, name))), { line: 1, uri: name, durationSeconds: 0.5 }, null),
    )
    .map((found) => found.some(({ rule }) => rule === 'not-independent'));
  expect(rules.slice(0, 3)).toEqual([false, true, true]);
});
