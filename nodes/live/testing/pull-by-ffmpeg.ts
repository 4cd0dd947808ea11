import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { PullInput } from '../pull/pull-input.ts';

/** Runs the real ffmpeg on an input for as many seconds of media; how many frames it got, and what it said. */
export async function pullByFfmpeg(
  input: Pick<PullInput, 'url' | 'env' | 'options'>,
  seconds = 2,
): Promise<{ frames: number; said: string }> {
  const flags = ['-hide_banner', '-nostdin', '-loglevel', 'info', '-rw_timeout', '8000000', ...input.options];
  const end = ['-t', String(seconds), '-c', 'copy', '-f', 'null', '-'];
  // An operator's own setting, which must not lead around the proxy.
  const env = { PATH: process.env.PATH, no_proxy: '127.0.0.1,localhost,*', ...input.env };
  const child = spawn('ffmpeg', [...flags, '-i', input.url, ...end], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await once(child, 'exit');
  clearTimeout(timer);
  return { frames: Number(/frame=\s*(\d+)(?![\s\S]*frame=)/.exec(said)?.[1] ?? 0), said };
}
