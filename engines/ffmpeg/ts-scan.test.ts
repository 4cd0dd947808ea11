import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Retimer } from './retime.ts';
import { makeSegments, pictureArgv, runFfmpeg } from './testing/index.ts';
import { scanSegment } from './ts-scan.ts';

let folder: string;
let ours: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ffmpeg-scan-'));
  const files = await makeSegments(join(folder, 'ours'), pictureArgv({ bFrames: 2, gopSeconds: 1 }, 2));
  ours = readFileSync(files[1]!);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function make(args: readonly string[]): Promise<Buffer> {
  const file = join(folder, 'made.ts');
  await runFfmpeg([...args, '-f', 'mpegts', file]);
  return readFileSync(file);
}
const picture = (size: string, fps: string, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=${size}:r=${fps}:d=${seconds}`,
];
const x264 = (...more: string[]) => ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...more];

test('reads what an encoder of ours wrote, from the second segment on as from the first', () => {
  expect(scanSegment(ours)).toEqual({
    durationSeconds: 1,
    firstPts: 11,
    frames: 25,
    keyFrames: 1,
    keyFrameSeconds: [0],
    video: { codec: 'h264', codecs: 'avc1.4d400c', width: 320, height: 180, profile: 'main', fps: 25 },
    audio: { codec: 'aac', codecs: 'mp4a.40.2', channels: 2, hz: 48000 },
    bytes: ours.length,
    truncated: false,
  });
});

test('knows sizes that are no multiple of a block, profiles, rates and each key frame', async () => {
  const high = await make([
    ...picture('1918x1078', '30000/1001', 0.5),
    ...x264('-profile:v', 'high', '-preset', 'superfast'),
  ]);
  expect(scanSegment(high)).toMatchObject({
    frames: 15,
    audio: null,
    video: { width: 1918, height: 1078, profile: 'high' },
  });
  expect(scanSegment(high).video!.fps).toBeCloseTo(29.97, 2);
  const interlaced = await make([
    ...picture('720x576', '25', 0.4),
    ...x264('-flags', '+ilme+ildct', '-x264-params', 'tff=1'),
  ]);
  expect(scanSegment(interlaced).video).toMatchObject({ width: 720, height: 576 });
  const keys = await make([...picture('160x90', '50', 2), ...x264('-g', '25', '-bf', '3', '-sc_threshold', '0')]);
  expect(scanSegment(keys)).toMatchObject({ durationSeconds: 2, keyFrames: 4, keyFrameSeconds: [0, 0.5, 1, 1.5] });
});

test('codecs that are not ours are called by their names', async () => {
  const sound = ['-f', 'lavfi', '-i', 'sine=d=0.4'];
  const hevc = await make([
    ...picture('160x90', '25', 0.4),
    ...sound,
    '-c:v',
    'libx265',
    '-x265-params',
    'log-level=none',
    '-c:a',
    'libmp3lame',
  ]);
  expect(scanSegment(hevc)).toMatchObject({
    video: { codec: 'hevc', codecs: '' },
    audio: { codec: 'mp3', codecs: '' },
  });
  const mpeg2 = await make([...picture('160x90', '25', 0.4), ...sound, '-c:v', 'mpeg2video', '-c:a', 'ac3']);
  expect(scanSegment(mpeg2)).toMatchObject({ video: { codec: 'mpeg2video' }, audio: { codec: 'ac3' } });
  const opus = await make([...picture('160x90', '25', 0.4), ...sound, ...x264(), '-c:a', 'libopus']);
  expect(scanSegment(opus)).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'opus' } });
});

test('a clock that wraps within a segment changes nothing', async () => {
  const turn = 2 ** 33 / 90_000;
  const wrapped = await make([
    ...picture('160x90', '25', 2),
    ...x264('-bf', '2', '-g', '25'),
    '-output_ts_offset',
    String(turn - 1),
    '-muxdelay',
    '0',
    '-muxpreload',
    '0',
  ]);
  expect(scanSegment(wrapped)).toMatchObject({
    durationSeconds: 2,
    frames: 50,
    keyFrameSeconds: [0, 1],
    truncated: false,
  });
  const piece = new Retimer().take(wrapped, { startsPart: true, endsPart: true });
  expect(scanSegment(piece)).toMatchObject({ durationSeconds: 2, frames: 50, firstPts: 10, truncated: false });
});

test('of a file cut anywhere each whole picture counts, and none that is not', () => {
  const whole = scanSegment(ours);
  let before = 0;
  for (let size = 0; size < ours.length; size += 94) {
    const { frames, durationSeconds, truncated } = scanSegment(ours.subarray(0, size));
    expect(frames).toBeGreaterThanOrEqual(before);
    expect(frames).toBeLessThanOrEqual(whole.frames);
    expect(durationSeconds).toBeLessThanOrEqual(1.2);
    if (size % 188 !== 0) expect(truncated).toBe(true);
    before = frames;
  }
  expect(before).toBeGreaterThanOrEqual(whole.frames - 1);
  expect(scanSegment(Buffer.alloc(0))).toMatchObject({
    frames: 0,
    durationSeconds: 0,
    firstPts: null,
    truncated: true,
  });
});

test('whatever the bytes are, it comes to an end with figures that make sense', () => {
  const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 60 });
  const check = (bytes: Buffer) => {
    const scan = scanSegment(bytes);
    expect(Number.isFinite(scan.durationSeconds) && scan.durationSeconds >= 0).toBe(true);
    expect(scan.keyFrames).toBeLessThanOrEqual(scan.frames);
    expect(Number.isFinite(scan.video?.fps ?? 0)).toBe(true);
    new Retimer().take(bytes, { startsPart: true, endsPart: true });
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => check(Buffer.from(bytes))));
  const spoilt = fc.property(flips, fc.nat(), fc.nat(), (places, from, to) => {
    const bytes = Buffer.from(ours);
    // Tables and heads are where a reader can be led astray.
    for (const [at, value] of places) bytes[at % (at % 2 ? 1200 : bytes.length)] = value;
    check(bytes.subarray(from % 500, bytes.length - (to % bytes.length)));
  });
  fc.assert(spoilt, { numRuns: 150 });
});
