import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ffprobeFile } from './probe.ts';
import { NotRemuxable, remuxToMp4 } from './remux.ts';
import { makeSegments, pictureArgv, programsOf } from './testing/index.ts';
import { scanSegment } from './ts-scan.ts';

const programs = programsOf();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ffmpeg-remux-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Black and silent for a second, then white and loud: where the two fall apart, it shows. */
const flash = (seconds: number, soundSeconds = seconds) =>
  [
    ['-f', 'lavfi', '-i', `color=black:s=160x90:r=25:d=${seconds},drawbox=c=white:t=fill:enable='gte(t,1)'`],
    ['-f', 'lavfi', '-i', `sine=r=48000:d=${soundSeconds},volume=0:enable='lt(t,1)'`],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac', '-ac', '2'],
  ].flat();

function partOf(files: readonly string[], part: number) {
  return files.map((file) => ({ file, part, durationSeconds: scanSegment(readFileSync(file)).durationSeconds }));
}
const sumOf = (segments: readonly { durationSeconds: number }[]) =>
  segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

test('sound stays with the picture across encoders that ended anyhow, and the length is that of the segments', async () => {
  const long = await makeSegments(join(folder, 'a'), flash(3, 4.7));
  const killed = await makeSegments(join(folder, 'b'), flash(4));
  const last = killed.at(-1)!;
  writeFileSync(last, readFileSync(last).subarray(0, statSync(last).size / 2));
  const short = await makeSegments(join(folder, 'c'), flash(3, 2));
  const segments = [...partOf(long, 1), ...partOf(killed, 2), ...partOf(short, 3), ...partOf(long, 4)];
  const shares: number[] = [];
  const out = join(folder, "it's 100%:.mp4");
  const made = await remuxToMp4({ programs, segments, out, onProgress: (share) => shares.push(share) });

  expect(made.missing).toBe('');
  expect(Math.abs(made.durationSeconds - sumOf(segments))).toBeLessThan(0.1);
  expect(made).toMatchObject({
    sizeBytes: statSync(out).size,
    sha256: createHash('sha256').update(readFileSync(out)).digest('hex'),
  });
  expect(shares.at(-1)).toBe(1);
  expect(existsSync(`${out}.part`)).toBe(false);
  const probed = await ffprobeFile(programs.ffprobe, out);
  expect(probed.streams).toMatchObject([
    { kind: 'video', codec: 'h264', width: 160, height: 90 },
    { kind: 'audio', codec: 'aac', hz: 48000, channels: 2 },
  ]);
  // Faststart: a player that begins to fetch finds the index first.
  const bytes = readFileSync(out);
  expect(bytes.indexOf('moov', 0, 'latin1')).toBeLessThan(bytes.indexOf('mdat', 0, 'latin1'));
  const looked = [
    '-v',
    'info',
    '-i',
    `file:${out}`,
    '-vf',
    'blackdetect=d=0.3',
    '-af',
    'silencedetect=d=0.3',
    '-f',
    'null',
    '-',
  ];
  const { stderr } = await promisify(execFile)(programs.ffmpeg, ['-hide_banner', '-nostats', ...looked]);
  const timesOf = (pattern: RegExp) => [...stderr.matchAll(pattern)].map(([, time]) => Number(time));
  const [white, loud] = [timesOf(/black_end:([\d.]+)/g), timesOf(/silence_end: ([\d.]+)/g)];
  expect(white).toHaveLength(4);
  // One that ended without sound is silent until the next one begins to be loud.
  expect(loud).toHaveLength(4);
  for (const [index, time] of white.entries()) expect(Math.abs(time - loud[index]!)).toBeLessThan(0.1);
});

test('of parts that do not fit into one file the longest are kept, and the rest is named', async () => {
  const small = await makeSegments(join(folder, 'a'), pictureArgv({ size: '160x90' }, 2));
  const large = await makeSegments(join(folder, 'b'), pictureArgv({ size: '320x180' }, 3));
  const segments = [...partOf(large, 1), ...partOf(small, 2), ...partOf(large, 3)];
  const made = await remuxToMp4({ programs, segments, out: join(folder, 'out.mp4') });
  expect(Math.abs(made.durationSeconds - 6)).toBeLessThan(0.1);
  expect(made.missing).toBe(
    'The stream changed while it was recorded. This file has 320×180 h264 with aac 48000 Hz 2 ch; ' +
      'not in it: 2 s of 160×90 h264 with aac 48000 Hz 2 ch.',
  );
});

test('segments that are lost or not what they should be are left out, and their number is said', async () => {
  const files = await makeSegments(join(folder, 'a'), pictureArgv({ size: '160x90', audio: false }, 4));
  rmSync(files[1]!);
  writeFileSync(files[2]!, 'not a segment');
  const segments = files.map((file) => ({ file, part: 1, durationSeconds: 1 }));
  const made = await remuxToMp4({ programs, segments, out: join(folder, 'out.mp4') });
  expect(Math.abs(made.durationSeconds - 2)).toBeLessThan(0.1);
  expect(made.missing).toBe('2 segments could not be read.');
});

test('segments that cannot be read now are no reason to leave them out, or to give up for good', async () => {
  const files = await makeSegments(join(folder, 'a'), pictureArgv({ size: '160x90', audio: false }, 3));
  const segments = files.map((file) => ({ file, part: 1, durationSeconds: 1 }));
  for (const file of [files[1]!, files[0]!]) {
    rmSync(file);
    mkdirSync(file);
    const making = remuxToMp4({ programs, segments, out: join(folder, 'out.mp4') });
    await expect(making).rejects.toThrow('EISDIR');
    await expect(making).rejects.not.toThrow(NotRemuxable);
  }
});

test('nothing to play is no file', async () => {
  const file = join(folder, '0.ts');
  writeFileSync(file, '');
  const out = join(folder, 'out.mp4');
  await expect(remuxToMp4({ programs, segments: [{ file, part: 1, durationSeconds: 0 }], out })).rejects.toThrow(
    NotRemuxable,
  );
  expect(existsSync(out)).toBe(false);
});

test('waiting for the muxer after each of many segments leaves nothing behind', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  const files = await makeSegments(join(folder, 'a'), pictureArgv({ kbps: 2000, audio: false }, 15));
  // More than what is written to a program before it takes any of it.
  expect(files.filter((file) => statSync(file).size > 128 * 1024).length).toBeGreaterThan(12);
  await remuxToMp4({ programs, segments: partOf(files, 1), out: join(folder, 'out.mp4') });
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('given up, it leaves nothing', async () => {
  const files = await makeSegments(join(folder, 'a'), pictureArgv({ size: '160x90' }, 3));
  const stopping = new AbortController();
  const out = join(folder, 'out.mp4');
  const segments = partOf(files, 1);
  const making = remuxToMp4({ programs, segments, out, signal: stopping.signal, onProgress: () => stopping.abort() });
  await expect(making).rejects.toThrow('abort');
  expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false]);
});

test('a disk without room is an error with its words, and leaves nothing', async () => {
  const files = await makeSegments(join(folder, 'a'), pictureArgv({ size: '160x90' }, 2));
  await expect(remuxToMp4({ programs, segments: partOf(files, 1), out: '/nowhere/out.mp4' })).rejects.toThrow(
    'No such file or directory',
  );
});
