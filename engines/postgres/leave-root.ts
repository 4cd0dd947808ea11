import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export type OtherUser = { uid: number; gid: number; prefix: readonly string[] };

/**
 * PostgreSQL refuses to run as root. Tests hand it to `nobody`, who may need leave to read where the programs lie, such
 * as in a home folder closed to others. Undefined for everyone but root.
 */
export async function leaveRoot(program: string): Promise<OtherUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = (await readFile('/etc/passwd', 'utf8')).split('\n').find((line) => line.startsWith('nobody:'));
  const [uid, gid] = (nobody?.split(':').slice(2, 4) ?? ['65534', '65534']).map(Number) as [number, number];
  const right = '+dac_read_search';
  // access(2) drops the right again without this bit, and PostgreSQL would not find its own parts.
  const reading = ['--securebits=+no_setuid_fixup', `--inh-caps=${right}`, `--ambient-caps=${right}`];
  const rights = (await isOpenToAll(program)) ? [] : reading;
  return { uid, gid, prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights] };
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let at = dirname(await realpath(path)); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
