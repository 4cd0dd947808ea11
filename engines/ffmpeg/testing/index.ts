/** For tests and measurements: publishers, sources and segments, small enough for two busy cores. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type FfmpegPrograms, findFfmpeg, type LaidEncode, layEncode } from '../index.ts';

export type TestPicture = {
  /** `320x180` unless told otherwise. */
  size?: string;
  fps?: number;
  gopSeconds?: number;
  /** False: a picture without sound. */
  audio?: boolean;
  /** As ffmpeg names encoders: `libx264` unless told otherwise. */
  videoEncoder?: string;
  audioEncoder?: string;
  kbps?: number;
  bFrames?: number;
  /** Of the tone, so that one source can be told from another. */
  hertz?: number;
};

export type TestPublisher = {
  pid: number;
  child: ChildProcess;
  /** What it wrote to stderr. */
  said(): string;
  /** Resolves with its exit code when it has ended by itself. */
  ended: Promise<number | null>;
  /** By its process number; resolves when it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/** Publishes a test picture in real time until it is stopped, a minute at most unless told otherwise. */
export function publishTest({
  url,
  seconds = 60,
  ...picture
}: TestPicture & { url: string; seconds?: number }): TestPublisher {
  const argv = [
    ...quiet,
    '-re',
    ...pictureArgv(picture, seconds),
    '-flvflags',
    'no_duration_filesize',
    '-f',
    'flv',
    url,
  ];
  const child = spawn(programsOf().ffmpeg, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-20_000);
  });
  const gone = once(child, 'exit').then(([code]) => code as number | null);
  return {
    pid: child.pid!,
    child,
    said: () => text,
    ended: gone,
    async stop(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
    },
  };
}

export async function makeMp4(file: string, { seconds, ...picture }: TestPicture & { seconds: number }): Promise<void> {
  await runFfmpeg([...pictureArgv(picture, seconds), '-movflags', '+faststart', file]);
}

/** A folder with `index.m3u8` and its segments; with `isEnded` false it looks like a live one at one moment. */
export async function makeHls(
  folder: string,
  {
    seconds,
    isEnded = true,
    segmentSeconds = 1,
    ...picture
  }: TestPicture & { seconds: number; isEnded?: boolean; segmentSeconds?: number },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const flags = isEnded ? [] : ['-hls_flags', 'omit_endlist'];
  const list = ['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0', ...flags];
  await runFfmpeg([
    ...pictureArgv({ gopSeconds: segmentSeconds, ...picture }, seconds),
    ...list,
    join(folder, 'index.m3u8'),
  ]);
}

/** For a test's own arguments, such as a codec that is not supported. */
export async function runFfmpeg(args: readonly string[], cwd?: string): Promise<void> {
  await promisify(execFile)(programsOf().ffmpeg, [...quiet, ...args], { timeout: 60_000, ...(cwd ? { cwd } : {}) });
}

const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'];

/** What the tests need and this machine has; throws with the line that brings it. */
export function programsOf(): FfmpegPrograms {
  const found = findFfmpeg();
  if (!found.ok) throw new Error(`${found.reason}: ${found.remedy}`);
  return found;
}

/** Segments as an encoder of ours leaves them, without a gate before it; `args` are inputs, maps and encoders. */
export async function makeSegments(folder: string, args: readonly string[]): Promise<string[]> {
  const { argv, rungs } = laySession(folder, 1);
  await runFfmpeg([...args, ...argv.slice(argv.indexOf('-avoid_negative_ts'))], folder);
  const [{ listFile, segmentFolder }] = rungs as [LaidEncode['rungs'][0]];
  const lines = readFileSync(listFile, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => join(segmentFolder, line.slice(0, line.indexOf(','))));
}

/** Inputs and encoders; what follows is where it goes. */
export function pictureArgv(picture: TestPicture, seconds: number): string[] {
  const { size = '320x180', fps = 25, gopSeconds = 1, audio = true, kbps = 300, bFrames = 0, hertz = 440 } = picture;
  const { videoEncoder = 'libx264', audioEncoder = 'aac' } = picture;
  const gop = String(Math.round(fps * gopSeconds));
  const x264 = ['-preset', 'ultrafast', '-sc_threshold', '0', '-bf', String(bFrames)];
  return [
    ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${fps}`],
    audio ? ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000`] : [],
    ['-map', '0:v', ...(audio ? ['-map', '1:a'] : []), '-t', String(seconds)],
    ['-c:v', videoEncoder, ...(videoEncoder === 'libx264' ? x264 : []), '-pix_fmt', 'yuv420p'],
    ['-g', gop, '-keyint_min', gop, '-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`],
    audio ? ['-c:a', audioEncoder, '-b:a', '64k', '-ac', '2'] : [],
  ].flat();
}

/** An encoder that copies a session of the gate at this port. */
export function laySession(folder: string, port: number): LaidEncode {
  return layEncode({
    programs: programsOf(),
    input: { kind: 'session', url: `rtmp://127.0.0.1:${port}/live/x` },
    rungs: [],
    filter: null,
    segmentSeconds: 1,
    startNumber: 0,
    folder,
  });
}

/** An encoder that makes its own picture, in real time, in segments of a second. */
export function layTestPicture(folder: string, picture: TestPicture = {}): LaidEncode {
  const laid = laySession(folder, 1);
  const [input, output] = [laid.argv.indexOf('-analyzeduration'), laid.argv.indexOf('-avoid_negative_ts')];
  const argv = [...laid.argv.slice(0, input), '-re', ...pictureArgv(picture, 60), ...laid.argv.slice(output)];
  return { ...laid, argv };
}

/** A red picture of 200×100, for logos. */
export async function makeImage(format: 'png' | 'mjpeg'): Promise<Buffer> {
  const args = [
    ...quiet,
    '-f',
    'lavfi',
    '-i',
    'color=red:s=200x100',
    '-frames:v',
    '1',
    '-c:v',
    format,
    '-f',
    'image2pipe',
    '-',
  ];
  return (await promisify(execFile)(programsOf().ffmpeg, args, { encoding: 'buffer' })).stdout;
}
