import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { type Progress, readLastProgress } from './progress.ts';

const mostTailBytes = 64 * 1024;
/** Of a ladder's rungs each has lines of its own in a block. */
const twoBlocks = 2048;

/** The last lines, the newest last; none where there is no file. */
export async function readTail(file: string, lines: number): Promise<string[]> {
  const text = readEnd(file);
  return text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(-lines);
}

/** The newest block of a progress file; null where there is none yet. */
export async function readProgress(file: string): Promise<Progress | null> {
  return readLastProgress(readEnd(file, twoBlocks));
}

/** At once: of each encoder it is read every second, and a few trips through the thread pool would cost ten times as much. */
function readEnd(file: string, mostBytes = mostTailBytes): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    const bytesRead = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    closeSync(descriptor);
  }
}

/** Empties a file that grew beyond this. Whoever appends to it goes on at its new end. */
export function emptyWhenLong(file: string, mostBytes: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > mostBytes) truncateSync(file, 0);
}
