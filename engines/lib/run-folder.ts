import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** The folder for the sockets: `run`, or where its path is too long for the longest a short one of our own. */
export function placeSockets(
  { folder, run, kind, longest }: { folder: string; run: string; kind: string; longest: string },
  make: MakeFolder,
  owner?: Owner,
): string {
  const isShort = (at: string) => Buffer.byteLength(join(at, longest)) <= longestSocketPath;
  if (isShort(run)) return run;
  const uid = owner?.uid ?? process.getuid?.() ?? 0;
  const path = join(tmpdir(), `${kind}-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  // Others may write beside it: it must be ours.
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = found?.isDirectory() && (found.uid === uid || found.uid === process.getuid?.());
  if (found && !isOurs)
    throw new Error(`${path} is somebody else's: remove it, or choose a folder with a shorter path than ${folder}`);
  if (!isShort(path)) throw new Error(`the paths of ${folder} and ${path} are too long for sockets`);
  return make(path, 0o700);
}

/** Who a program that starts as root becomes, or its workers do. Undefined where we are not root: it is who we are. */
export function findUserToBecome(name: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [uid, gid] = (line?.split(':').slice(2, 4) ?? []).map(Number);
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${name} on this system`);
  return { name, uid, gid };
}
