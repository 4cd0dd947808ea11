import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countingSinceMs } from '../segments/counting.ts';
import { SegmentIndex } from '../segments/segment-index.ts';
import type { SegmentGroup } from './encoder.ts';
import { PartWriter } from './part-writer.ts';
import { describeSource, redact, redactOf } from './redact.ts';
import type { RunRecord } from './run-record.ts';
import { SegmentList } from './segment-list.ts';

test('a list is read on as it grows, whole lines only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'list-'));
  const list = new SegmentList(join(folder, 'v0.csv'));
  expect(list.readOn()).toEqual([]);
  await appendFile(join(folder, 'v0.csv'), '0.ts,0.0,2.0\n1.ts,2.0,4.0\n2.ts,4');
  expect(list.readOn()).toEqual([0, 1]);
  expect(list.readOn()).toEqual([]);
  await appendFile(join(folder, 'v0.csv'), '.0,6.0\n');
  expect(list.readOn()).toEqual([2]);
  await rm(folder, { recursive: true });
});

test.each([
  ['rtmp://user:pa55@live.test/app/stream: Input/output error', 'rtmp://live.test/app/…: Input/output error'],
  [
    '[http @ 0x1] Opening https://u:p@a.test/x.m3u8?token=abc for reading',
    '[http @ 0x1] Opening https://a.test/x.m3u8?… for reading',
  ],
  ['rtmp://127.0.0.1:1935/live/0123456789abcdef0123456789abcdef: Broken pipe', 'What comes in: Broken pipe'],
])('what an engine says keeps no secret: %s', (line, expected) => {
  expect(redact(line)).toBe(expected);
});

test.each([
  ['http://source.invalid/video.mp4: Function not implemented', 'Function not implemented'],
  ['http://source.invalid/index.m3u8: Connection timed out', 'Connection timed out'],
  ['rtmp://192.0.2.7:1935/app/key: Input/output error', 'Input/output error'],
])('what is wrong with a source is said of the address that its owner gave: %s', (line, what) => {
  const pulled = { url: 'https://viewer:pa55@a.test/live/x?token=abc', password: 'p' };
  const from = describeSource(pulled.url);
  expect(redactOf({ pulled, from }, line)).toBe(`https://a.test/live/x: ${what}`);
});

test.each([
  [
    "Error when loading first segment 'http://refused.invalid/file%3A/x.ts'",
    "Error when loading first segment 'file:'",
  ],
  [
    "Opening 'http://https.invalid/a.test:8443/1.ts?token=abc' for reading",
    "Opening 'https://a.test:8443/1.ts?…' for reading",
  ],
  ["Cannot seek in 'http://source.invalid/video.mp4'", "Cannot seek in 'the source'"],
])('no address in disguise is seen by people: %s', (line, shown) => {
  expect(redact(line)).toBe(shown);
});

test('a source is shown without what opens it', () => {
  expect(describeSource('https://user:pa55@a.test:8443/live/index.m3u8?token=abc')).toBe(
    'https://a.test:8443/live/index.m3u8',
  );
});

const record = (id: string): RunRecord => ({
  id,
  streamId: 'a',
  name: 'encode',
  pid: 1,
  startTicks: 1,
  startedAtMs: 0,
  rungs: ['v0'],
  plannedBitRates: [],
  copies: true,
  targetSeconds: null,
  from: '',
  pulled: null,
});

const group = (number: number, firstPts: number, durationSeconds = 2): SegmentGroup => ({
  number,
  rungs: [
    {
      rung: 'v0',
      file: `v0/${number}.ts`,
      scan: {
        durationSeconds,
        firstPts,
        frames: 50,
        keyFrames: 1,
        keyFrameSeconds: [0],
        video: { codec: 'h264', codecs: 'avc1.42c00c', width: 320, height: 180, fps: 25, profile: 'baseline' },
        audio: null,
        bytes: 1000,
        truncated: false,
      },
    },
  ],
});

test('segments are one after the other in time; where timestamps jump another part begins, not where their clock turns', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-'));
  const index = new SegmentIndex({ folder, mediaFolder: folder, nowMs: () => countingSinceMs });
  const turn = 2 ** 33 / 90_000;
  const writer = new PartWriter({ index, record: record('r1'), targetSeconds: null });
  const written = [turn - 3, turn - 1, 1, 3, 500, 502].map((pts, number) =>
    writer.write(group(number, pts), 's', 100_000),
  );
  expect(written.map(({ jumped }) => jumped)).toEqual([false, false, false, false, true, false]);
  expect(written.slice(0, 4).map(({ startedAtMs }) => startedAtMs)).toEqual([98_000, 100_000, 102_000, 104_000]);
  expect(index.list('a', 'v0', {}).map(({ number, part }) => [number, part])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, 2],
  ]);
  index.close();
  await rm(folder, { recursive: true });
});

test('an agent that begins anew goes on behind what is known of a run, in the same part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-'));
  let index = new SegmentIndex({ folder, mediaFolder: folder, nowMs: () => countingSinceMs });
  const first = new PartWriter({ index, record: record('r1'), targetSeconds: null });
  for (const number of [0, 1, 2]) first.write(group(number, number * 2), 's', 100_000);
  index.close();
  // The index looks for the files that it knows.
  await mkdir(join(folder, 'a', 'r1', 'v0'), { recursive: true });
  for (const number of [0, 1, 2]) await appendFile(join(folder, 'a', 'r1', 'v0', `${number}.ts`), Buffer.alloc(1000));
  index = new SegmentIndex({ folder, mediaFolder: folder, nowMs: () => countingSinceMs });
  const second = new PartWriter({ index, record: record('r1'), targetSeconds: null });
  expect(second.readOnFrom).toBe(3);
  expect(second.write(group(3, 6), 's', 200_000)).toMatchObject({ startedAtMs: 104_000, jumped: false });
  expect(index.list('a', 'v0', {}).map(({ part }) => part)).toEqual([1, 1, 1, 1]);
  expect(new PartWriter({ index, record: record('r2'), targetSeconds: null }).readOnFrom).toBe(0);
  index.close();
  await rm(folder, { recursive: true });
});
