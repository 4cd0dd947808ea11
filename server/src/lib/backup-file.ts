import { createHash } from 'node:crypto';
import { fstatSync, read, readSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { CommandError } from './command.ts';

// A backup is a line that says what it is, then frames compressed by gzip, then the SHA-256 of all that comes before.
// A frame is a letter, the length of its content in four bytes, and the content.

export type Frame = { kind: 'head' | 'table' | 'rows' | 'end'; content: Buffer };

const firstLine = Buffer.from('Headwater backup 1\n');
const checksumBytes = 32;
const frameHeaderBytes = 5;
const readBytes = 256 * 1024;
const letters: Record<Frame['kind'], string> = { head: 'H', table: 'T', rows: 'R', end: 'E' };
const readAt = promisify(read);
const kinds = Object.fromEntries(Object.entries(letters).map(([kind, letter]) => [letter, kind as Frame['kind']]));

/** Writes a backup beside its place and moves it there once it is whole and on the disk. */
export async function writeBackupFile(path: string, frames: AsyncIterable<Frame>, signal: AbortSignal): Promise<void> {
  const partial = `${path}.partial`;
  const file = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new CommandError(`${partial} exists: another backup is being written, or one was cut short. Then remove it.`)
      : new CommandError(`${partial} cannot be written: ${error.message}`);
  });
  try {
    await pipeline(packFrames(frames), createGzip(), addChecksum, (bytes) => file.writeFile(bytes), { signal });
    await file.sync();
    await file.close();
    await rename(partial, path);
    const folder = await open(dirname(path));
    await folder.sync();
    await folder.close();
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
}

async function* packFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const { kind, content } of frames) {
    const header = Buffer.alloc(frameHeaderBytes);
    header.write(letters[kind], 'latin1');
    header.writeUInt32BE(content.length, 1);
    yield header;
    yield content;
  }
}

async function* addChecksum(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(firstLine);
  yield firstLine;
  for await (const chunk of compressed) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

/** Reads the whole file once: nothing of a damaged one is ever used. The descriptor's own position does not count. */
export async function verifyBackupFile(descriptor: number): Promise<void> {
  const { size } = fstatSync(descriptor);
  const start = Buffer.alloc(firstLine.length);
  readSync(descriptor, start, 0, start.length, 0);
  if (!start.equals(firstLine)) {
    throw new CommandError(
      /^Headwater backup \d/.test(start.toString('latin1'))
        ? 'The backup was written by a newer version of Headwater: install that version.'
        : 'The file is not a backup of Headwater.',
    );
  }
  const bodyBytes = Math.max(size - checksumBytes, 0);
  const written = Buffer.alloc(checksumBytes);
  readSync(descriptor, written, 0, checksumBytes, bodyBytes);
  const hash = createHash('sha256');
  for await (const chunk of readRange(descriptor, 0, bodyBytes)) hash.update(chunk);
  if (!hash.digest().equals(written)) {
    throw new CommandError('The backup is damaged or incomplete: its checksum does not match. Use another one.');
  }
}

/** The frames of a verified backup, in the order in which they were written. */
export async function* readFrames(descriptor: number): AsyncGenerator<Frame> {
  const end = fstatSync(descriptor).size - checksumBytes;
  const unpacked = createGunzip({ chunkSize: readBytes });
  // An error of reading reaches the loop below through `unpacked`.
  connect(readRange(descriptor, firstLine.length, end), unpacked, () => {});
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    let at = 0;
    while (pending.length - at >= frameHeaderBytes) {
      const from = at + frameHeaderBytes;
      const to = from + pending.readUInt32BE(at + 1);
      if (to > pending.length) break;
      yield { kind: kinds[pending.toString('latin1', at, at + 1)]!, content: pending.subarray(from, to) };
      at = to;
    }
    pending = pending.subarray(at);
  }
}

/** Bytes from `start` up to, but without, `end`. Not a stream of Node's, which closes what it was only lent. */
async function* readRange(descriptor: number, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const wanted = Math.min(readBytes, end - at);
    const { bytesRead, buffer } = await readAt(descriptor, Buffer.alloc(wanted), 0, wanted, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
