import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { type Progress, readLastProgress } from './progress.ts';

const mostTailBytes = 64 * 1024;

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
  return readLastProgress(readEnd(file, 4096));
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
export async function emptyWhenLong(file: string, mostBytes: number): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > mostBytes) await truncate(file, 0);
}
