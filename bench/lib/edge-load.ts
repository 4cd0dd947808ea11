import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

export function demandWrk(): void {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
  } catch (error) {
    // It prints its version and fails.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('wrk is needed for this measurement: apt-get install -y wrk');
  }
}

/** Seconds of CPU that the workers of this nginx master have used so far. */
export function cpuSecondsOf(master: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command stands in brackets and may hold anything; the fields after it are plain.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[1]) === master) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks / 100;
}

export type Load = { port: number; master: number; host: string; script?: string; path: string };
export type Measured = { requestsPerSecond: number; cpuMicroseconds: number; failed: number };

/** Loads one server for `seconds` and tells requests per second and CPU per request of its workers. */
export async function measure(load: Load, seconds: number, connections = 32): Promise<Measured> {
  const before = cpuSecondsOf(load.master);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', `Host: ${load.host}`];
  if (load.script) args.push('-s', load.script);
  const { stdout } = await run('wrk', [...args, `http://127.0.0.1:${load.port}${load.path}`]);
  const used = cpuSecondsOf(load.master) - before;
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!requests) throw new Error(`wrk measured nothing:\n${stdout}`);
  return { requestsPerSecond, cpuMicroseconds: (used / requests) * 1e6, failed };
}
