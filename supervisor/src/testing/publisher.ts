import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Sends a small moving picture with sound, as a program like OBS does, until it is stopped. */
export function publish(url: string): ChildProcess {
  const sound = ['-f', 'lavfi', '-i', 'sine'];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac', '-f', 'flv', url];
  const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25'];
  // Should this process be killed, nobody is left to stop it.
  const argv = ['--pdeathsig', 'KILL', 'ffmpeg', '-v', 'quiet', '-nostdin'];
  return spawn('setpriv', [...argv, ...picture, ...sound, ...coded], { stdio: 'ignore' });
}

export async function unpublish(publisher: ChildProcess): Promise<void> {
  if (publisher.exitCode !== null || publisher.signalCode !== null) return;
  publisher.kill('SIGKILL');
  await once(publisher, 'exit');
}
