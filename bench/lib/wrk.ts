import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Load = { requestsPerSecond: number; failed: number };

/**
 * Asks one URL over and over through wrk for some seconds.
 * @throws when wrk is not installed, with the line that installs it.
 */
export async function load(
  url: string,
  { connections = 16, threads = 1, seconds = 4, headers = {} as Record<string, string> } = {},
): Promise<Load> {
  const head = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-c', String(connections), '-t', String(threads), '-d', `${seconds}s`, ...head, url];
  const { stdout } = await run('wrk', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error('The bench needs wrk: apt-get install wrk');
    throw error;
  });
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (!rate) throw new Error(`wrk said: ${stdout}`);
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? '0';
  const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
  return {
    requestsPerSecond: Number(rate),
    failed: Number(bad) + socket.reduce((sum, count) => sum + Number(count), 0),
  };
}
