import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotEncodable } from './checked.ts';
import { type EncodeRequest, encodeArgv } from './encode-argv.ts';
import { layEncode } from './lay.ts';
import type { EncodeFilter, EncodeInput, EncodeRung } from './shapes.ts';
import { makeImage, pictureArgv, programsOf } from './testing/index.ts';
import { scanSegment } from './ts-scan.ts';

const programs = programsOf();
const session: EncodeInput = { kind: 'session', url: 'rtmp://127.0.0.1:1/live/x' };
const rung: EncodeRung = {
  size: '240p',
  rate: { mode: 'bitrate', kbps: 400 },
  fps: 'source',
  gopSeconds: 1,
  preset: 'veryfast',
  profile: 'main',
  level: 'auto',
  audio: { kbps: 64, channels: 2 },
};
const filter: EncodeFilter = {
  deinterlace: 'auto',
  crop: { topPercent: 10, rightPercent: 0, bottomPercent: 10, leftPercent: 0 },
  logo: { position: 'top-right', scalePercent: 20, marginPercent: 2, opacityPercent: 70 },
  text: { text: 'it is', font: 'sans', sizePercent: 5, color: '#ffffff', position: 'top', marginPercent: 2, box: true },
};
const copy: EncodeRequest = { programs, input: session, rungs: [], filter: null, segmentSeconds: 2, startNumber: 7 };

let folder: string;
beforeEach(() => {
  // Whatever an operator calls the folder of the data.
  folder = mkdtempSync(join(tmpdir(), "ffmpeg encode's 100%d [a]:b,"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the real command line on another input, which must end by itself. */
function encode(request: Partial<EncodeRequest>, input: readonly string[]) {
  const laid = layEncode({ ...copy, ...request, folder });
  const [from, to] = [laid.argv.indexOf('-analyzeduration'), laid.argv.indexOf('-i') + 2];
  const argv = [...laid.argv.slice(1, from), ...input, ...laid.argv.slice(to)];
  const { status, stderr } = spawnSync(programs.ffmpeg, argv, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  if (status !== 0) throw new Error(stderr);
  return laid.rungs.map(({ listFile, segmentFolder }) =>
    readFileSync(listFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(',')[0]!)
      .map((name) => ({ name, ...scanSegment(readFileSync(join(segmentFolder, name))) })),
  );
}

/** As it comes from the gate: in milliseconds. */
const test2 = (size: string, fps: number, seconds: number) => `testsrc2=s=${size}:r=${fps}:d=${seconds},settb=1/1000`;
const picture = (size: string, fps: number, seconds: number) => ['-f', 'lavfi', '-i', test2(size, fps, seconds)];
const withSound = (size: string, fps: number, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `${test2(size, fps, seconds)}[out0];sine=d=${seconds}[out1]`,
];

test('rungs of any kind keep one clock: the same number is the same time, and each begins with a key frame', async () => {
  const rungs: EncodeRung[] = [
    { ...rung, size: 'source', profile: 'high', rate: { mode: 'crf', crf: 28, maxKbps: 800 } },
    { ...rung, size: '240p', fps: 30, preset: 'superfast' },
    {
      ...rung,
      size: '240p',
      fps: 24,
      profile: 'baseline',
      preset: 'ultrafast',
      level: '3.0',
      audio: { kbps: 96, channels: 1 },
    },
  ];
  const image = { mediaType: 'image/png' as const, base64: (await makeImage('png')).toString('base64') };
  const [source, thirty, base] = encode({ rungs, filter: { ...filter, image } }, withSound('640x400', 30, 3.5));
  expect(source!.map(({ name }) => name)).toEqual(['7.ts', '8.ts', '9.ts', '10.ts']);
  expect([thirty!.length, base!.length]).toEqual([4, 4]);
  for (const [index, segment] of source!.entries())
    for (const other of [segment, thirty![index]!, base![index]!]) {
      expect(other).toMatchObject({ truncated: false, keyFrames: 1, keyFrameSeconds: [0] });
      expect(Math.abs(other.firstPts! - (10 + index))).toBeLessThan(0.04);
      expect(other.audio).toMatchObject({ codec: 'aac', hz: 48000 });
    }
  // 400 lines less a tenth at each end; never enlarged, never odd.
  expect(source![0]!.video).toMatchObject({ width: 640, height: 320, profile: 'high' });
  expect(thirty![0]!.video).toMatchObject({ width: 426, height: 212, fps: 30 });
  expect(base![1]).toMatchObject({ frames: 24, video: { profile: 'constrained baseline' }, audio: { channels: 1 } });
});

test('a small picture is not enlarged, and a source without sound has rungs without sound', () => {
  const [only] = encode({ rungs: [{ ...rung, size: '720p' }] }, picture('202x111', 25, 1.5));
  expect(only).toHaveLength(2);
  expect(only![0]).toMatchObject({ video: { width: 202, height: 110 }, audio: null });
});

test('pictures whose rate is stated too low are all kept', () => {
  // 50 a second, as a source that says 25.
  const wrong = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=4,setpts=PTS/2,settb=1/1000'];
  const [only] = encode({ rungs: [rung] }, wrong);
  expect(only!.reduce((sum, { frames }) => sum + frames, 0)).toBe(100);
});

test('a copy is what came in, cut at its key frames, with or without sound', () => {
  for (const audio of [true, false]) {
    const file = join(folder, 'in.flv');
    execFileSync(programs.ffmpeg, ['-v', 'error', '-y', ...pictureArgv({ audio, gopSeconds: 2, bFrames: 2 }, 5), file]);
    const [only] = encode({}, ['-i', `file:${file}`]);
    expect(only!.map(({ durationSeconds }) => Math.round(durationSeconds * 10) / 10)).toEqual([2, 2, 1]);
    expect(only!.map(({ frames }) => frames)).toEqual([50, 50, 25]);
    for (const segment of only!) expect(segment).toMatchObject({ keyFrameSeconds: [0], truncated: false });
    expect(only![0]!.audio === null).toBe(!audio);
  }
});

test('sound alone is an error that says so, not a stream of sound', () => {
  expect(() => encode({}, ['-f', 'lavfi', '-i', 'sine=d=1'])).toThrow("Stream map '0:v:0' matches no streams");
});

test('sources are read by what their kind needs, and never from this machine', () => {
  const argvOf = (input: EncodeInput) => encodeArgv({ ...copy, input });
  const whitelistOf = (argv: string[]) => argv[argv.indexOf('-protocol_whitelist') + 1]!.split(',');
  const sources: EncodeInput[] = [
    session,
    { kind: 'source', format: 'hls', url: 'https://example.com/a.m3u8' },
    { kind: 'source', format: 'mp4', url: 'http://example.com/a.mp4' },
    { kind: 'source', format: 'rtmp', url: 'rtmp://192.0.2.1/live/a', tcUrl: 'rtmp://example.com/live' },
  ];
  for (const source of sources) {
    const allowed = whitelistOf(argvOf(source));
    for (const local of ['file', 'pipe', 'fd', 'data', 'concat', 'subfile', 'unix'])
      expect(allowed).not.toContain(local);
  }
  expect(argvOf(sources[2]!).join(' ')).toContain('-re -stream_loop -1 -f mp4');
  expect(argvOf(sources[3]!).join(' ')).toContain('-rtmp_tcurl rtmp://example.com/live -i rtmp://192.0.2.1/live/a');
  for (const url of [
    'file:///etc/passwd',
    '/etc/passwd',
    '-i',
    'concat:a|b',
    'http://a b',
    'http://a\n',
    'data:text/plain,x',
  ])
    for (const format of ['rtmp', 'hls', 'mp4'] as const)
      expect(() => argvOf({ kind: 'source', format, url })).toThrow(NotEncodable);
});

test('no value that anybody could have stored becomes an option, a file or a filter of its own', () => {
  const nasty = fc.oneof(
    fc.constantFrom(
      '-i',
      '-y',
      '/etc/passwd',
      '1:x=2',
      "a';[v0]",
      '1,movie=/etc/passwd',
      '__proto__',
      'constructor',
      '',
    ),
    fc.string(),
    fc.double(),
    fc.constantFrom(null, undefined, true, [], {}, ['1080p'], { toString: () => '-i' }),
  );
  const plain = encodeArgv({
    ...copy,
    rungs: [rung],
    filter: { ...filter, image: { mediaType: 'image/png', base64: '' } },
  });
  const shapeOf = (argv: readonly string[]) => argv.map((word) => (word.startsWith('-') ? word : ''));
  const spots = [
    ...Object.keys(rung).map((key) => ['rung', key]),
    ...['mode', 'kbps'].map((key) => ['rate', key]),
    ...['kbps', 'channels'].map((key) => ['audio', key]),
    ...Object.keys(filter.crop!).map((key) => ['crop', key]),
    ...Object.keys(filter.logo!).map((key) => ['logo', key]),
    ...Object.keys(filter.text!).map((key) => ['text', key]),
    ...['deinterlace', 'mediaType', 'startNumber'].map((key) => [key, key]),
  ] as [string, string][];
  const property = fc.property(fc.constantFrom(...spots), nasty, ([part, key], value) => {
    const put = <T>(name: string, object: T): T => (part === name ? { ...object, [key]: value } : object);
    const mediaType = part === 'mediaType' ? value : 'image/png';
    const spoilt = {
      ...put('startNumber', copy),
      rungs: [
        {
          ...put('rung', rung),
          ...(part === 'rate' ? { rate: put('rate', rung.rate) } : {}),
          ...(part === 'audio' ? { audio: put('audio', rung.audio) } : {}),
        },
      ],
      filter: {
        ...put('deinterlace', filter),
        crop: put('crop', filter.crop),
        logo: put('logo', filter.logo),
        text: put('text', filter.text),
        image: { mediaType, base64: '' },
      },
    } as EncodeRequest;
    let argv: string[];
    try {
      argv = encodeArgv(spoilt);
    } catch {
      // Thrown back: nothing is started.
      return;
    }
    for (const word of argv) expect(typeof word).toBe('string');
    const words = argv.join('\n');
    for (const trace of ['/etc/passwd', 'x=2', '[v0];', 'NaN', 'undefined', 'Infinity', 'e-', 'object'])
      expect(words.replaceAll('force_original', '').includes(trace)).toBe(
        plain.join('\n').replaceAll('force_original', '').includes(trace),
      );
    // What is lawful may leave something out, such as an fps of its own; it never brings an option that we did not write.
    expect(new Set([...shapeOf(argv), ...shapeOf(plain), '-level:v', '-enc_time_base:v', '-crf'])).toEqual(
      new Set([...shapeOf(plain), '-level:v', '-enc_time_base:v', '-crf']),
    );
  });
  fc.assert(property, { numRuns: 600 });
});
