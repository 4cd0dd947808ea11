import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * How far the access log was counted. A file is known by its inode and its first line, so that neither a rename nor a
 * reused inode confuses it; null stands for the first file after number `after`. The last files before that one are
 * remembered too: a busy process may still write a line to a file that seemed to be finished.
 */
export type LogPosition = {
  file: string | null;
  offset: number;
  after: number;
  finished: { number: number; offset: number }[];
};
export const logStart: LogPosition = { file: null, offset: 0, after: 0, finished: [] };

export type LogChunk = { name: string; lines: string[]; position: LogPosition };

/** A file of the log; `number` is null for the one that is being written. */
type LogFile = { path: string; number: number | null };

const longestLineBytes = 65_536;
const rememberedFiles = 3;

/** All files of the log, oldest first. */
export async function listLogFiles(accessLog: string): Promise<LogFile[]> {
  const prefix = `${basename(accessLog)}.`;
  const names = await readdir(dirname(accessLog)).catch((): string[] => []);
  const rotated = names
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => ({ path: join(dirname(accessLog), name), number: Number(name.slice(prefix.length)) }))
    .sort((a, b) => a.number - b.number);
  return names.includes(basename(accessLog)) ? [...rotated, { path: accessLog, number: null }] : rotated;
}

/** Null while the file has no whole line yet. */
async function identify(file: FileHandle): Promise<string | null> {
  const head = Buffer.alloc(longestLineBytes);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const newline = head.subarray(0, bytesRead).indexOf(10);
  if (newline === -1 && bytesRead < longestLineBytes) return null;
  const { ino } = await file.stat();
  return `${ino}.${crc32(head.subarray(0, newline === -1 ? bytesRead : newline)).toString(16)}`;
}

/** Reads whole lines behind a position; keeps no position of its own. */
export class AccessLogReader {
  readonly #accessLog: string;
  readonly #quietMs: number;

  /** `quietMs`: how long a rotated file must be silent before it counts as finished. */
  constructor(accessLog: string, quietMs = 2000) {
    this.#accessLog = accessLog;
    this.#quietMs = quietMs;
  }

  /** The next lines; null when there are none now. */
  async read(position: LogPosition, mostBytes: number): Promise<LogChunk | null> {
    const late = await this.#readLate(position, mostBytes);
    if (late !== null) return late;
    let from = position;
    for (;;) {
      const files = await listLogFiles(this.#accessLog);
      const found = await this.#locate(files, from);
      if (found === null) return null;
      const { file, name, entry } = found;
      try {
        const offset = from.file === name ? from.offset : 0;
        const chunk = name === null ? null : await readLines(file, offset, mostBytes);
        if (chunk !== null) {
          const { lines, end } = chunk;
          return { name: `${name}-${offset}-${end}`, lines, position: { ...from, file: name, offset: end } };
        }
        const { number } = entry;
        if (number === null || !(await this.#isFinished(files, entry.path))) return null;
        const finished = [...from.finished, { number, offset }].slice(-rememberedFiles);
        from = { file: null, offset: 0, after: number, finished };
      } finally {
        await file.close();
      }
    }
  }

  async #readLate(position: LogPosition, mostBytes: number): Promise<LogChunk | null> {
    for (const before of position.finished) {
      const file = await open(`${this.#accessLog}.${before.number}`, 'r').catch(() => null);
      if (file === null) continue;
      try {
        const chunk = await readLines(file, before.offset, mostBytes);
        if (chunk === null) continue;
        const { lines, end } = chunk;
        const finished = position.finished.map((one) => (one === before ? { ...one, offset: end } : one));
        return { name: `${await identify(file)}-${before.offset}-${end}`, lines, position: { ...position, finished } };
      } finally {
        await file.close();
      }
    }
    return null;
  }

  /** The file of the position; when that is gone, the oldest that was not read. */
  async #locate(files: LogFile[], position: LogPosition) {
    let next: LogFile | null = null;
    for (const entry of files) {
      if (entry.number !== null && entry.number <= position.after) continue;
      next ??= entry;
      if (position.file === null) break;
      const file = await open(entry.path, 'r').catch(() => null);
      if (file === null) continue;
      const name = await identify(file);
      if (name === position.file) return { file, name, entry };
      await file.close();
    }
    if (next === null) return null;
    const file = await open(next.path, 'r').catch(() => null);
    return file === null ? null : { file, name: await identify(file), entry: next };
  }

  /** nginx goes on writing to a renamed file until it has opened the new one. */
  async #isFinished(files: LogFile[], path: string): Promise<boolean> {
    if (files.at(-1)?.path === path) return false;
    const { mtimeMs, ctimeMs } = await stat(path);
    return Date.now() - Math.max(mtimeMs, ctimeMs) > this.#quietMs;
  }
}

/** Whole lines from an offset on, and where they end; null when there is none. A line that never ends is skipped. */
async function readLines(
  file: FileHandle,
  offset: number,
  mostBytes: number,
): Promise<{ lines: string[]; end: number } | null> {
  const { size } = await file.stat();
  const length = Math.min(Math.max(mostBytes, longestLineBytes), size - offset);
  if (length <= 0) return null;
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
  const read = buffer.subarray(0, bytesRead);
  const last = read.lastIndexOf(10);
  if (last === -1) return bytesRead < longestLineBytes ? null : { lines: [''], end: offset + bytesRead };
  return { lines: read.toString('utf8', 0, last).split('\n'), end: offset + last + 1 };
}
