import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses, readProcess } from './proc.ts';

/**
 * Ends what agents started so that it outlives them, once there is no agent any more: encoders, in sessions of their own,
 * known by the node's folder in their environment. Says what that was.
 */
export async function endStrays(dataFolder: string): Promise<string[]> {
  const strays = listStrays(dataFolder);
  const isLeft = () => listStrays(dataFolder).length > 0;
  for (const { pid } of strays) send(pid, 'SIGINT');
  // An encoder closes its last segment first.
  for (let waitedMs = 0; isLeft() && waitedMs < 4000; waitedMs += 50) await sleep(50);
  for (const { pid } of listStrays(dataFolder)) send(pid, 'SIGKILL');
  for (let waitedMs = 0; isLeft() && waitedMs < 2000; waitedMs += 50) await sleep(50);
  return strays.map(({ pid, name }) => `${name} (process ${pid})`);
}

function listStrays(dataFolder: string): { pid: number; name: string }[] {
  const mark = `HEADWATER_NODE_FOLDER=${dataFolder}/nodes/`;
  return listProcesses().flatMap(({ pid }) => {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      if (!variables.some((variable) => variable.startsWith(mark)) || !readProcess(pid)) return [];
      return [{ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }];
    } catch {
      // Gone meanwhile, or somebody else's.
      return [];
    }
  });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile.
  }
}
