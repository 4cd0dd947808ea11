import { spawn } from 'node:child_process';
import type { Environment } from './program.ts';
import { RotatingLog } from './rotating-log.ts';

export type Outcome = { ok: boolean; stdout: string; stderr: string };

/** Runs a program that ends by itself; `signal` ends it before. */
export async function runOnce(
  argv: readonly string[],
  options: {
    env: Environment;
    cwd: string;
    logPath: string;
    signal: AbortSignal;
    quiet?: boolean;
    stdin?: 'ignore' | 'inherit';
  },
): Promise<Outcome> {
  const log = new RotatingLog(options.logPath);
  const outcome: Outcome = { ok: false, stdout: '', stderr: '' };
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...argv], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    signal: options.signal,
  });
  for (const channel of ['stdout', 'stderr'] as const) {
    child[channel].on('data', (chunk: Buffer) => {
      // What it answers may be a secret.
      if (!(options.quiet && channel === 'stdout')) log.write(chunk);
      outcome[channel] = (outcome[channel] + chunk).slice(-8000);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ...outcome, stderr: outcome.stderr || error.message }));
    child.once('close', (code) => {
      log.close();
      resolve({ ...outcome, ok: code === 0 });
    });
  });
}
