import { expect, test } from 'vitest';
import { runningIndex, startMs } from '../testing/running-index.ts';
import { PartWriter, type PartWriterOptions } from './part-writer.ts';

const record = {
  id: 'run1',
  streamId: 'news',
  rungs: ['v0'],
  plannedBitRates: [] as number[],
} as PartWriterOptions['record'];

/** The `number`th of two seconds, as a scan finds it. */
function group(number: number, changes: { height?: number; firstPts?: number; silent?: boolean } = {}) {
  const { height = 360, firstPts = number * 2, silent = false } = changes;
  const video = { codec: 'h264', codecs: 'avc1.64001f', fps: 25, width: 640, height };
  const audio = silent ? null : { codec: 'aac', codecs: 'mp4a.40.2', channels: 2, hz: 48_000 };
  const scan = {
    durationSeconds: 2,
    firstPts,
    frames: 50,
    keyFrames: 1,
    keyFrameSeconds: [0],
    bytes: 1000,
    truncated: false,
  };
  return { number, rungs: [{ rung: 'v0', file: `v0/${number}.ts`, scan: { ...scan, video, audio } }] } as Parameters<
    PartWriter['write']
  >[0];
}

test('a part ends where timestamps jump or the picture changes, also after a restart of the agent, and nowhere else', () => {
  const { index } = runningIndex();
  const start = () => new PartWriter({ index, record, targetSeconds: null });
  let writer = start();
  const write = (...given: Parameters<typeof group>) => writer.write(group(...given), 's1', startMs + given[0] * 2000);
  write(0);
  write(1, { silent: true });
  write(2, { height: 720 });
  write(3, { height: 720 });
  writer = start();
  expect(writer.readOnFrom).toBe(4);
  write(4, { height: 720 });
  writer = start();
  write(5);
  expect(write(6, { firstPts: 60 }).jumped).toBe(true);
  expect(index.list('news', 'v0', { lastN: 9 }).map(({ part, media }) => [part, media.height])).toEqual([
    [1, 360],
    [1, 360],
    [2, 720],
    [2, 720],
    [2, 720],
    [3, 360],
    [4, 360],
  ]);
});
