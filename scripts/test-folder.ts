import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'headwater-tests-';
const memory = '/dev/shm';
const neededBytes = 4 * 2 ** 30;

/**
 * A folder of this run's own, gone with it, for all that tests write: in memory where there is room, since a disk takes
 * ten times as long to copy a database. Programs that are started again and again find there what Node compiled of them.
 */
export function useTestFolder(): void {
  const parent = hasRoom() ? memory : tmpdir();
  removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  const compiled = join(folder, 'compiled');
  mkdirSync(compiled);
  // Some of the programs run as other users, as they do in earnest.
  for (const path of [folder, compiled]) chmodSync(path, 0o1777);
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE = compiled;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

function hasRoom(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.findLast((line) => line.split(' ')[1] === memory)?.split(' ')[3];
  // Containers may mount it so that nothing is run from there, as some tests do.
  if (options === undefined || !/^rw\b/.test(options) || /\bnoexec\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= neededBytes;
}

/** A killed run cannot tidy up after itself; the next one does. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : undefined;
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
