import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Owner = { name?: string; uid: number; gid: number };
export type MakeFolder = (path: string, mode?: number) => string;

/** A unix socket's path may have 107 bytes. */
const longestSocketPath = 107;

export function folderMaker(owner: Owner | undefined): MakeFolder {
  return (path, mode = 0o750) => {
    mkdirSync(path, { recursive: true, mode });
    chmodSync(path, mode);
    if (owner) chownSync(path, owner.uid, owner.gid);
    return path;
  };
}

/** The folder for the sockets: `run`, or where its path is too long for them a short one of our own. */
export function placeSockets(folder: string, run: string, kind: string, make: MakeFolder, owner?: Owner): string {
  return shortEnough(run) ? run : shelter(folder, kind, make, owner?.uid ?? process.getuid?.() ?? 0);
}

const shortEnough = (folder: string) => Buffer.byteLength(join(folder, 'control.sock')) <= longestSocketPath;

/** A folder with a short path, for sockets that the run-time folder cannot hold. Others may write beside it: it must be ours. */
function shelter(folder: string, kind: string, make: MakeFolder, uid: number): string {
  const path = join(tmpdir(), `${kind}-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = found?.isDirectory() && (found.uid === uid || found.uid === process.getuid?.());
  if (found && !isOurs)
    throw new Error(`${path} is somebody else's: remove it, or choose a folder with a shorter path than ${folder}`);
  if (!shortEnough(path)) throw new Error(`the paths of ${folder} and ${path} are too long for sockets`);
  return make(path, 0o700);
}

/** Who the workers of an nginx that starts as root run as. Undefined where it does not: they are who we are. */
export function findWorkerUser(name = 'www-data'): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [uid, gid] = (line?.split(':').slice(2, 4) ?? []).map(Number);
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${name} on this system`);
  return { name, uid, gid };
}

/** What a process may raise its own limit to; every connection and every cached file takes one. */
export function openFilesAllowed(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : '';
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  return Math.max(64, Math.min(65_536, hard === 'unlimited' ? 65_536 : Number(hard ?? 1024)));
}

/** Asks nginx whether it accepts its configuration; throws with its words. */
export async function testConfiguration([command, ...flags]: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(command!, [...flags, '-t', '-q'], { timeout: 15_000 });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`nginx refuses its configuration: ${said || (error as Error).message}`);
  }
}
