import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { makeMp4, programsOf } from '@headwater/engines/ffmpeg/testing';

export type Publisher = { pid: number; said(): string; stop(): Promise<void> };

/** Key frames every two seconds, as segments are long. */
export async function makeClip(file: string, kbps: number): Promise<string> {
  const size = kbps < 1000 ? '640x360' : '1280x720';
  await makeMp4(file, { size, fps: 30, gopSeconds: 2, kbps: kbps - 64, seconds: 20 });
  return file;
}

/** Sends a clip to all of these, over and over, from one process that encodes nothing and lets none wait for another. */
export function publishClip(clip: string, urls: string[]): Publisher {
  const read = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-re', '-stream_loop', '-1', '-i', clip];
  const one = ['-flvflags', 'no_duration_filesize', '-f', 'flv'];
  // The tags of the clip's own format would be taken for wrong ones.
  const many = ['-tag:v', '7', '-tag:a', '10', '-use_fifo', '1', '-fifo_options', 'queue_size=2000', '-f', 'tee'];
  const to =
    urls.length === 1 ? [...one, urls[0]!] : [...many, urls.map((url) => `[f=flv:onfail=ignore]${url}`).join('|')];
  const child: ChildProcess = spawn(programsOf().ffmpeg, [...read, '-map', '0', '-c', 'copy', ...to], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr!.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-2000);
  });
  const gone = once(child, 'exit');
  return {
    pid: child.pid!,
    said: () => text,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await gone;
    },
  };
}
