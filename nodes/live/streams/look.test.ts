import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { SegmentScan } from '@headwater/engines/ffmpeg';
import type { RtmpSession } from '@headwater/engines/nginx-rtmp';
import { expect, test } from 'vitest';
import type { Run } from '../processes/run.ts';
import type { RunRecord } from '../processes/run-record.ts';
import { pullStream, pushStream, smallRung } from '../testing/live-document.ts';
import { Look } from './look.ts';
import { idle, type StreamState } from './state.ts';

const rungs = [
  { ...smallRung, name: 'high', size: '720p' as const },
  { ...smallRung, name: 'low', size: '240p' as const },
];
const crop = { topPercent: 10, rightPercent: 10, bottomPercent: 10, leftPercent: 10 };
const cropping = { name: 'Edges', deinterlace: 'off', crop, logo: null, text: null, image: null } as const;

/** What comes in is announced as 1280 × 720, and the best rung shows what was left of it. */
function warningsOf(doc: LiveStream, made: { width: number; height: number }) {
  const state: StreamState = { ...idle(0), phase: 'live' };
  const run = { encoder: { progress: null, openSeconds: null } } as Run;
  const look = new Look('a', {
    state: () => state,
    doc: () => doc,
    run: () => run,
    beganAtMs: () => null,
    isMakingFile: () => false,
  });
  look.beginRun({ copies: false } as RunRecord);
  const video = { codec: 'H264', width: 1280, height: 720, fps: 25 };
  const session = { bytesIn: 1, publisher: null, video, audio: null } as unknown as RtmpSession;
  if (doc.input.type === 'push') look.incoming(session);
  const scan = { bytes: 1, durationSeconds: 1, frames: 25, keyFrameSeconds: [0], video: made, audio: null };
  look.written(scan as unknown as SegmentScan, { startedAtMs: 0, seconds: 1, jumped: false });
  for (let second = 0; second < 3; second++) look.look(false);
  return look.describe().warnings.map(({ message }) => message);
}

test.each(['push', 'pull'] as const)('whether rungs would be enlarged is judged by what a crop leaves: %s', (type) => {
  const docOf = (more: Partial<LiveStream>) =>
    type === 'push' ? pushStream('a', more) : pullStream('a', ['rtmp://one.test/live/x'], more);
  expect(warningsOf(docOf({ rungs }), { width: 1280, height: 720 })).toEqual([]);
  expect(warningsOf(docOf({ rungs, filter: cropping }), { width: 1024, height: 576 })).toEqual([
    'Cropped, what comes in is 1024 × 576, and is never enlarged: high will be no larger than that.',
  ]);
});
