import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordingReport } from '@headwater/contract/nodes/live-report';
import type { SegmentScan } from '@headwater/engines/ffmpeg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PartWriter, type PartWriterOptions } from '../processes/part-writer.ts';
import { openStore, Shelf } from '../store.ts';
import { runningIndex, startMs } from '../testing/running-index.ts';
import { CannotFinish, type Finished } from './finish.ts';
import { type Recording, Recordings } from './recordings.ts';

const mebibyte = 1024 * 1024;
const scan = { bytes: mebibyte, video: null, audio: null } as SegmentScan;

/** Recordings on an index of their own; what becomes of their files is the test's to say. */
function startRecordings(finish: (out: string, signal: AbortSignal) => Promise<void>) {
  vi.useFakeTimers({ now: startMs });
  onTestFinished(() => void vi.useRealTimers());
  const folder = mkdtempSync(join(tmpdir(), 'headwater-recordings-'));
  const db = openStore(join(folder, 'live.db'));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const { index } = runningIndex();
  const told: RecordingReport[] = [];
  const made: string[] = [];
  const room = { freeMebibytes: 1000 };
  let ids = 0;
  const recordings = new Recordings({
    shelf: new Shelf<Recording>(db, 'recordings'),
    folder,
    listSegments: (sessionId) => index.listSession(sessionId),
    nextNumber: (sessionId) => (index.sessionRange(sessionId)?.lastNumber ?? -1) + 1,
    finish: async (segments, out, signal): Promise<Finished> => {
      await finish(out, signal);
      made.push(segments.map(({ number }) => number).join(' '));
      writeFileSync(out, 'made');
      return { seconds: 1, bytes: 4, sha256: 'a'.repeat(64), detail: '' };
    },
    missingBytes: async (bytes) => Math.max(0, bytes - room.freeMebibytes * mebibyte),
    upload: async () => undefined,
    tell: (report) => void told.push(report),
    newId: () => `r${++ids}`,
  });
  const ending = new AbortController();
  const running = recordings.run(ending.signal);
  onTestFinished(async () => {
    ending.abort();
    await running;
  });
  return {
    index,
    recordings,
    room,
    made,
    fileOf: (id: string) => join(folder, `${id}.mp4`),
    last: (id: string) => told.findLast((report) => report.id === id),
    startIdsAnew() {
      ids = 0;
    },
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
    /** A session of some segments, recorded from its start to its end. */
    record(streamId: string, segments: number) {
      const sessionId = `s-${streamId}`;
      recordings.begin(streamId, sessionId);
      const part = index.openPart({ streamId, sessionId, startedAtMs: startMs, rungs: [{ rung: 'v0' }] });
      for (let n = 0; n < segments; n++) {
        const media = { codecs: 'avc1.64001f', width: 640, height: 360, fps: 25 };
        const facts = { durationSeconds: 2, sizeBytes: mebibyte, keyFrames: 1, media };
        const startedAtMs = startMs + n * 2000;
        index.addSegment({ streamId, part, rung: 'v0', file: `${streamId}/${n}.ts`, startedAtMs, ...facts });
        recordings.grew(streamId, { startedAtMs, seconds: 2, jumped: false }, scan);
      }
      index.endSession(streamId, sessionId);
      recordings.endSession(streamId, sessionId);
      return `r${ids}`;
    },
  };
}

test('a file that cannot be made is tried again and again, keeps its segments, and nobody else waits for it', async () => {
  let isBroken = true;
  const at = startRecordings(async (out) => {
    if (isBroken && out.endsWith('r1.mp4')) throw new Error('ENOSPC: no space left on device');
  });
  const [bad, good] = [at.record('news', 3), at.record('sport', 2)];
  await at.wait(20);
  expect(at.last(good)?.state).toBe('finished');
  await at.wait(3600);
  expect(at.last(bad)).toMatchObject({
    state: 'finishing',
    detail: 'The live server could not make the file yet. It keeps trying.',
  });
  expect(at.recordings.sessionsNeeded('news')).toEqual(['s-news']);
  isBroken = false;
  await at.wait(301);
  expect(at.last(bad)).toMatchObject({ state: 'finished', detail: '' });
  expect(at.made).toEqual(['0 1', '0 1 2']);
});

test('what can never be made fails at once, and lets its segments go', async () => {
  const at = startRecordings(async () => {
    throw new CannotFinish('There is nothing in it that can be played.');
  });
  const id = at.record('news', 1);
  await at.wait(1);
  expect(at.last(id)).toMatchObject({ state: 'failed', detail: 'There is nothing in it that can be played.' });
  expect(at.recordings.sessionsNeeded('news')).toEqual([]);
});

test('a file is not begun without the room that it needs; it says so, and a smaller one goes first', async () => {
  const at = startRecordings(async () => undefined);
  at.room.freeMebibytes = 5;
  const [large, small] = [at.record('news', 8), at.record('sport', 4)];
  await at.wait(60);
  expect(at.last(small)?.state).toBe('finished');
  expect(at.last(large)).toMatchObject({
    state: 'finishing',
    detail:
      'There is no room on the live server to make the file yet: 3 MiB more are needed. It is made once there is.',
  });
  expect(at.recordings.sessionsNeeded('news')).toEqual(['s-news']);
  at.room.freeMebibytes = 8;
  await at.wait(11);
  expect(at.last(large)).toMatchObject({ state: 'finished', detail: '' });
});

test('a file that is being made is given up when others need its room, and made later', async () => {
  let isSlow = true;
  const at = startRecordings(async (_out, signal) => {
    if (isSlow) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const id = at.record('news', 2);
  await at.wait(30);
  at.room.freeMebibytes = -10;
  await at.wait(2);
  expect(at.last(id)?.detail).toContain('10 MiB more are needed');
  isSlow = false;
  at.room.freeMebibytes = 100;
  await at.wait(11);
  expect(at.last(id)).toMatchObject({ state: 'finished', detail: '' });
});

test('one that was deleted meanwhile is not tried any more', async () => {
  const at = startRecordings(async () => {
    throw new Error('no ffmpeg');
  });
  const id = at.record('news', 2);
  await at.wait(600);
  at.recordings.answered([], [id]);
  await at.wait(1);
  expect(at.recordings.sessionsNeeded('news')).toEqual([]);
  expect(existsSync(at.fileOf(id))).toBe(false);
});

test('what was deleted leaves nothing behind: a recording of the same id is made into a file', async () => {
  let isBroken = true;
  const at = startRecordings(async () => {
    if (isBroken) throw new Error('no ffmpeg');
  });
  const id = at.record('news', 2);
  await at.wait(600);
  at.recordings.answered([], [id, 'r2']);
  await at.wait(1);
  expect(at.recordings.ids()).toEqual([]);
  isBroken = false;
  at.startIdsAnew();
  const again = [at.record('sport', 1), at.record('music', 3)];
  expect(again).toEqual([id, 'r2']);
  await vi.waitFor(() => expect(at.made).toEqual(['0', '0 1 2']));
});

test('a recording has what was listed between its begin and its end, also after the clock was set back', async () => {
  const at = startRecordings(async () => undefined);
  const record = {
    id: 'run',
    streamId: 'news',
    rungs: ['v0'],
    plannedBitRates: [] as number[],
  } as PartWriterOptions['record'];
  const video = { codec: 'h264', codecs: 'avc1.64001f', fps: 25, width: 640, height: 360 };
  let writer = new PartWriter({ index: at.index, record, targetSeconds: null });
  let clockMs = startMs;
  let pieces = 0;
  const write = (count: number) => {
    for (let n = 0; n < count; n++, pieces++, clockMs += 2000) {
      const facts = { durationSeconds: 2, firstPts: pieces * 2, frames: 50, keyFrames: 1, keyFrameSeconds: [0] };
      const one = { ...facts, bytes: mebibyte, truncated: false, video, audio: null } as unknown as SegmentScan;
      const group = { number: pieces, rungs: [{ rung: 'v0', file: `v0/${pieces}.ts`, scan: one }] };
      at.recordings.grew('news', writer.write(group, 's', clockMs), one);
    }
  };
  write(3);
  // An hour back; the encoder is another one.
  clockMs -= 3_600_000;
  vi.setSystemTime(clockMs);
  record.id = 'another';
  writer = new PartWriter({ index: at.index, record, targetSeconds: null });
  at.recordings.begin('news', 's');
  write(2);
  await at.wait(11);
  write(1);
  expect(at.last('r1')).toMatchObject({ state: 'recording', durationSeconds: 6, sizeBytes: 3 * mebibyte });
  write(1);
  at.recordings.end('news');
  write(2);
  await at.wait(1);
  expect(at.made).toEqual(['3 4 5 6']);
});
