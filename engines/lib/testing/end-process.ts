import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves when the process has ended; of one that leads a group, `group` ends them all. */
export async function endProcess(
  child: ChildProcess | null | undefined,
  signal: NodeJS.Signals = 'SIGKILL',
  whom: 'process' | 'group' = 'process',
): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(whom === 'group' ? -child.pid : child.pid, signal);
  await gone;
}
