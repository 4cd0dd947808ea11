import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { untilDrained } from '../lib/until-drained.ts';
import type { FfmpegPrograms } from './find.ts';
import { chooseParts, type SegmentFile } from './part-choice.ts';
import { ffprobeFile } from './probe.ts';
import { readIfThere } from './read-if-there.ts';
import { Retimer } from './retime.ts';

export type RemuxRequest = {
  programs: Pick<FfmpegPrograms, 'ffmpeg' | 'ffprobe'>;
  /** In order. Those of one part were written by one encoder, on one clock. */
  segments: readonly SegmentFile[];
  /** Appears when it is whole; meanwhile there is `<out>.part`. */
  out: string;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

export type Remuxed = {
  durationSeconds: number;
  sizeBytes: number;
  sha256: string;
  /** What is not in the file and why, for people; empty when nothing is missing. */
  missing: string;
};

/** Trying again changes nothing. */
export class NotRemuxable extends Error {}

/** Segments into one MP4 that can be played while it is fetched: nothing is encoded anew. */
export async function remuxToMp4(request: RemuxRequest): Promise<Remuxed> {
  const { programs, segments, out, signal } = request;
  const { chosen, missing } = await chooseParts(segments);
  if (chosen.length === 0) throw new NotRemuxable('There is nothing in it that can be played.');
  const part = `${out}.part`;
  try {
    const { durationSeconds, skipped } = await write(request, chosen, part);
    const probed = await ffprobeFile(programs.ffprobe, part, signal);
    if (Math.abs(probed.durationSeconds - durationSeconds) > 0.25)
      throw new Error(`The file has ${probed.durationSeconds} s, and should have ${durationSeconds} s`);
    const { size } = await stat(part);
    const sha256 = await hashFile(part, signal);
    const handle = await open(part, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(part, out);
    const lost = skipped === 0 ? '' : `${skipped} segments could not be read.`;
    const said = [missing, lost].filter(Boolean).join(' ');
    return { durationSeconds: probed.durationSeconds, sizeBytes: size, sha256, missing: said };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Behind everything that is live: it has all the time that it needs. */
const politely = ['nice', '-n', '10', 'ionice', '-c', '3', '-t'];

async function write({ programs, onProgress, signal }: RemuxRequest, chosen: readonly SegmentFile[], part: string) {
  const reading = ['-hide_banner', '-nostats', '-loglevel', 'error', '-y', '-f', 'mpegts', '-i', 'pipe:0'];
  const writing = [
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    '-c',
    'copy',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    `file:${part}`,
  ];
  const [program, ...args] = [...politely, programs.ffmpeg, ...reading, ...writing];
  const child = spawn(program!, args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const ended = once(child, 'close');
  // Waited for below: until then it must not count as one that nobody waits for.
  ended.catch(() => {});
  child.stdin.on('error', () => {});
  const fed = await feed(child, chosen, onProgress).finally(() => child.stdin.end());
  const [code] = await ended;
  if (code !== 0) throw new Error(said.trim().split('\n').at(-1) || `ffmpeg ended with ${code}`);
  return fed;
}

async function feed(child: ChildProcess, chosen: readonly SegmentFile[], onProgress?: (share: number) => void) {
  const retimer = new Retimer();
  let skipped = 0;
  let before: SegmentFile | undefined;
  for (const [index, segment] of chosen.entries()) {
    const bytes = await readIfThere(segment.file);
    const place = { startsPart: segment.part !== before?.part, endsPart: segment.part !== chosen[index + 1]?.part };
    const piece = bytes ? retimer.take(bytes, place) : null;
    if (!piece || piece.length === 0) skipped++;
    else before = segment;
    if (!child.stdin?.writable) break;
    // One that ended early says why on its own.
    if (piece && !child.stdin.write(piece)) await untilDrained(child.stdin);
    onProgress?.((index + 1) / chosen.length);
  }
  return { durationSeconds: retimer.durationSeconds, skipped };
}

async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024, ...(signal ? { signal } : {}) }))
    hash.update(piece as Buffer);
  return hash.digest('hex');
}
