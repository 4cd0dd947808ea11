import { rename, rm, stat } from 'node:fs/promises';
import { reopenLogs } from '@headwater/engines/nginx';
import { describe, log } from '../lib/log.ts';
import { listLogFiles } from './access-log.ts';

export type RotationOptions = {
  accessLog: string;
  pidFile: string;
  rotateBytes: number;
  /** Rotated files that are kept: the raw logs. */
  keptFiles: number;
};

/** Renames a large log, has nginx open a new one, and removes the oldest that were counted. */
export async function rotateLog(options: RotationOptions, countedUpTo: number): Promise<void> {
  const { accessLog, pidFile, rotateBytes, keptFiles } = options;
  const files = await listLogFiles(accessLog);
  const rotated = files.flatMap(({ path, number }) => (number === null ? [] : [{ path, number }]));
  const current = await stat(accessLog).catch(() => null);
  if (current !== null && current.size >= rotateBytes) {
    const number = Math.max(countedUpTo, ...rotated.map((file) => file.number), 0) + 1;
    await rename(accessLog, `${accessLog}.${number}`);
    log.info('rotated the access log', { number, bytes: current.size });
    reopen(pidFile);
  } else if (current === null && rotated.length > 0) {
    // Something ended us between the rename and the signal.
    reopen(pidFile);
  }
  for (const { path, number } of rotated.slice(0, Math.max(0, rotated.length - keptFiles)))
    if (number <= countedUpTo) await rm(path, { force: true });
}

/** nginx's own complaints: one file before the current one is kept, whatever an origin does. */
export async function boundErrorLog(errorLog: string, pidFile: string, mostBytes: number): Promise<void> {
  const current = await stat(errorLog).catch(() => null);
  if (current === null || current.size < mostBytes) return;
  await rename(errorLog, `${errorLog}.1`);
  reopen(pidFile);
}

function reopen(pidFile: string): void {
  try {
    reopenLogs(pidFile);
  } catch (error) {
    // nginx is not running: it opens the log when it starts.
    log.warn('nginx did not reopen its log', { reason: describe(error) });
  }
}
