import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Answered = { completed: number; lost: number; perSecond: number };

/**
 * Asks what stands in the file over and over, as fast as it can or at a rate.
 * @throws when dnsperf is not installed, with the line that installs it.
 */
export async function runDnsperf(port: number, file: string, seconds: number, perSecond?: number): Promise<Answered> {
  const rate = perSecond === undefined ? [] : ['-Q', String(perSecond)];
  const args = ['-s', '127.0.0.1', '-p', String(port), '-d', file, '-l', String(seconds), '-q', '200', ...rate];
  const { stdout } = await promisify(execFile)('dnsperf', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error('The bench needs dnsperf: apt-get install dnsperf');
    throw error;
  });
  const number = (label: string) => Number(new RegExp(`${label}:\\s+([\\d.]+)`).exec(stdout)?.[1] ?? Number.NaN);
  return {
    completed: number('Queries completed'),
    lost: number('Queries lost'),
    perSecond: number('Queries per second'),
  };
}
