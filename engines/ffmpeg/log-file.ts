import { open, stat, truncate } from 'node:fs/promises';
import { type Progress, readLastProgress } from './progress.ts';

const mostTailBytes = 64 * 1024;

/** The last lines, the newest last; none where there is no file. */
export async function readTail(file: string, lines: number): Promise<string[]> {
  const text = await readEnd(file);
  return text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(-lines);
}

/** The newest block of a progress file; null where there is none yet. */
export async function readProgress(file: string): Promise<Progress | null> {
  return readLastProgress(await readEnd(file, 4096));
}

async function readEnd(file: string, mostBytes = mostTailBytes): Promise<string> {
  const handle = await open(file).catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
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
