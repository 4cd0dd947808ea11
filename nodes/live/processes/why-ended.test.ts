import { expect, test } from 'vitest';
import type { RunRecord } from './run-record.ts';
import { whyEnded } from './why-ended.ts';

const pulled: RunRecord = {
  id: 'r',
  streamId: 'a',
  name: 'pull',
  pid: 1,
  startTicks: 1,
  startedAtMs: 0,
  rungs: ['v0'],
  plannedBitRates: [],
  copies: true,
  targetSeconds: null,
  from: 'http://a.test/video.mp4',
  pulled: { url: 'http://a.test/video.mp4', password: 'p' },
};
const notSeekable = 'http://source.invalid/video.mp4: Function not implemented';
const noRoom = 'av_interleaved_write_frame(): No space left on device';

test('of a source that came to its end it is said so, and that it is fetched anew', () => {
  for (const line of ['', notSeekable, '[hls @ 0x1] Packet corrupt (stream = 0, dts = 566090).'])
    expect(whyEnded(pulled, { line, isFinished: true }, 1)).toBe('The source came to its end, and is fetched anew.');
  expect(whyEnded(pulled, { line: '', isFinished: true }, 2)).toBe(
    'The source came to its end, and the sources are tried anew.',
  );
});

test('an encoder that was killed, could not write, or belongs to a publisher is no end of a source', () => {
  const killed = 'It was killed, or ended without a word.';
  expect(whyEnded(pulled, { line: '', isFinished: false }, 1)).toBe(killed);
  expect(whyEnded(pulled, { line: noRoom, isFinished: true }, 1)).toBe(noRoom);
  const published: RunRecord = { ...pulled, name: 'encode', from: '192.0.2.1', pulled: null };
  expect(whyEnded(published, { line: '', isFinished: true }, 0)).toBe(killed);
});
