import { readdir, readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { log } from '../../lib/log.ts';

/**
 * Ends encoders below this folder that nobody knows: those of an agent that was killed before it wrote them down. Each
 * encoder works in its own folder there.
 */
export async function endOrphans(mediaFolder: string, known: ReadonlySet<number>): Promise<void> {
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid || known.has(pid)) continue;
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (!folder.startsWith(mediaFolder + sep)) continue;
    log.warn('an encoder that belongs to nothing is ended', { pid });
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone meanwhile.
    }
  }
}
