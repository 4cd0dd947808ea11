import { expect, test } from 'vitest';
import { Meter } from './meter.ts';
import { type Signs, Warnings } from './warnings.ts';

const well: Signs = {
  keyFrameGaps: [2, 2, 2, 2],
  openSeconds: 3,
  hasVideo: true,
  hasAudio: true,
  bitrateKbps: 2500,
  speed: 1,
  jumps: 0,
  diskIsLow: false,
  neverEnlarged: null,
};

/** Looks so often, and says what is told then. */
function after(looks: number, signs: Partial<Signs>, warnings = new Warnings()): string[] {
  for (let look = 0; look < looks; look++) warnings.look({ ...well, ...signs });
  return warnings.list().map(({ code }) => code);
}

test('a stream that does well is not warned about', () => {
  expect(after(60, {})).toEqual([]);
});

test.each<[string, Partial<Signs>, number]>([
  ['gop_too_long', { keyFrameGaps: [6, 6] }, 2],
  ['gop_too_long', { keyFrameGaps: [], openSeconds: 8 }, 2],
  ['gop_irregular', { keyFrameGaps: [1, 4, 0.5, 4] }, 5],
  ['no_audio', { hasAudio: false }, 10],
  ['no_video', { hasVideo: false }, 10],
  ['encoder_behind', { speed: 0.9 }, 10],
  ['timestamps_jump', { jumps: 1 }, 1],
  ['low_disk', { diskIsLow: true }, 1],
  ['never_enlarged', { neverEnlarged: 'What comes in is small.' }, 2],
])('%s is told once it lasts, not before', (code, signs, looks) => {
  expect(after(looks - 1, signs)).toEqual([]);
  expect(after(looks, signs)).toEqual([code]);
});

test('a bitrate that goes up and down is told of', () => {
  const warnings = new Warnings();
  for (let look = 0; look < 40; look++) warnings.look({ ...well, bitrateKbps: look % 2 === 0 ? 200 : 4000 });
  expect(warnings.list()).toMatchObject([{ code: 'bitrate_unsteady' }]);
});

test('a warning does not flicker: it goes when what it warns of has been over for a while', () => {
  const warnings = new Warnings();
  expect(after(10, { speed: 0.8 }, warnings)).toEqual(['encoder_behind']);
  for (let turn = 0; turn < 10; turn++) {
    expect(after(3, {}, warnings)).toEqual(['encoder_behind']);
    expect(after(1, { speed: 0.9 }, warnings)).toEqual(['encoder_behind']);
  }
  expect(after(10, {}, warnings)).toEqual([]);
});

test('key frames that are too far apart are told with what to set', () => {
  const warnings = new Warnings();
  after(2, { keyFrameGaps: [8.2] }, warnings);
  expect(warnings.list()[0]?.message).toBe(
    'Key frames are 8.2 seconds apart. Set the key frame interval to 2 seconds.',
  );
});

test('that no key frame comes any more is told with how long already', () => {
  const warnings = new Warnings();
  after(2, { keyFrameGaps: [2], openSeconds: 31.4 }, warnings);
  expect(warnings.list()[0]?.message).toBe(
    'No key frame has come for 31 seconds. Set the key frame interval to 2 seconds.',
  );
});

const segment = (durationSeconds: number, keyFrameSeconds: number[]) => ({
  durationSeconds,
  firstPts: 0,
  frames: durationSeconds * 25,
  keyFrames: keyFrameSeconds.length,
  keyFrameSeconds,
  video: { codec: 'h264', codecs: 'avc1.42c00c', width: 320, height: 180, fps: 25, profile: 'baseline' },
  audio: null,
  bytes: durationSeconds * 125_000,
  truncated: false,
});

test('what comes in is measured from what was made of it: bitrate, frames, and key frames over the ends of segments', () => {
  const meter = new Meter(true);
  expect(meter.health).toBeNull();
  for (let count = 0; count < 8; count++) meter.addSegment(segment(3, [0, 1.5]));
  expect(meter.health).toMatchObject({
    bitrateKbps: 1000,
    fps: 25,
    keyframeSeconds: 1.5,
    media: { width: 320, audioCodec: null },
  });
  expect(meter.keyFrameGaps).toEqual([1.5, 1.5, 1.5, 1.5, 1.5]);
});

test('of a ladder the key frames are ours, of which no publisher is warned, and what comes in is what the ingest says, once it knows', () => {
  const meter = new Meter(false);
  meter.addSegment(segment(2, [0]));
  meter.addSegment(segment(2, [0]));
  const media = { ...meter.media, width: 1280 } as NonNullable<Meter['media']>;
  meter.setIncoming({ bitsPerSecond: 4_000_000, media });
  expect(meter.health).toMatchObject({ bitrateKbps: 4000, keyframeSeconds: 2, media: { width: 1280 } });
  expect(meter.keyFrameGaps).toEqual([]);
  meter.setIncoming({ bitsPerSecond: null, media });
  expect(meter.health).toBeNull();
});
