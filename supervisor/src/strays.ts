import { readFileSync } from 'node:fs';
import { listProcesses, readProcess, send, waitFor } from './proc.ts';

/**
 * Ends what agents started so that it outlives them, once there is no agent any more: encoders, in sessions of their own,
 * known by the node's folder in their environment. Says what that was.
 */
export async function endStrays(dataFolder: string): Promise<string[]> {
  const strays = listStrays(dataFolder);
  const areGone = () => listStrays(dataFolder).length === 0;
  for (const { pid } of strays) send(pid, 'SIGINT');
  // An encoder closes its last segment first.
  await waitFor(areGone, 4000);
  for (const { pid } of listStrays(dataFolder)) send(pid, 'SIGKILL');
  await waitFor(areGone, 2000);
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
