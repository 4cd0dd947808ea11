import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, readStartTicks } from './process.ts';

export type StartOptions = {
  argv: readonly string[];
  /** It works in it, and appends to `progress` and `log` there. */
  folder: string;
  /** All of its environment. */
  env: Readonly<Record<string, string>>;
};

/**
 * Starts it in a session of its own: it lives on when we are killed, and writes to files rather than to us. Process number
 * and start are what the next life of ours knows it by.
 */
export function startFfmpeg({ argv, folder, env }: StartOptions): { pid: number; startTicks: number } {
  const [program, ...args] = argv;
  // Appended to, so that a file that became too long can be emptied under it.
  const progress = openSync(join(folder, 'progress'), 'a', 0o600);
  const log = openSync(join(folder, 'log'), 'a', 0o600);
  try {
    const child = spawn(program!, args, { cwd: folder, env, detached: true, stdio: ['ignore', progress, log] });
    // Told by the exception below.
    child.on('error', () => {});
    child.unref();
    // Nobody else can have its number before we come to collect its end, which is not before we return.
    const startTicks = child.pid === undefined ? null : readStartTicks(child.pid);
    if (child.pid === undefined || startTicks === null) throw new Error(`${program} cannot be started in ${folder}`);
    return { pid: child.pid, startTicks };
  } finally {
    closeSync(progress);
    closeSync(log);
  }
}

/**
 * Asks it to close its last segment, and kills it when it does not end in time. Resolves when it is gone. One that waits
 * for its input hears only the second question, which also keeps it from closing anything: whoever can end its input does so
 * first.
 */
export async function stop(pid: number, startTicks: number, { graceMs }: { graceMs: number }): Promise<void> {
  const startedMs = performance.now();
  let asked = 0;
  while (isAlive(pid, startTicks)) {
    const waitedMs = performance.now() - startedMs;
    if (waitedMs >= graceMs) send(pid, 'SIGKILL');
    else if (asked === 0 || (asked === 1 && waitedMs >= graceMs * 0.6)) {
      send(pid, 'SIGINT');
      asked++;
    }
    await sleep(20);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just gone.
  }
}
