import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a program of ours that prints its address as its first line; resolves with the port. */
export async function startServer(file: string, args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it listened`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), exited])) as [string];
  exited.catch(() => {});
  return {
    port: (JSON.parse(line) as { port: number }).port,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
