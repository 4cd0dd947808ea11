import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { listPorts } from './listen-ports.ts';
import { projectFolder, type Settings, SettingsProblem } from './settings.ts';

export type ServiceUser = { name: string; uid: number; gid: number };

const userName = 'headwater';
const capabilityBits = { dac_read_search: 2, net_bind_service: 10 } as const;
type Capability = keyof typeof capabilityBits;

/** The unprivileged user that everything runs under when root starts it. */
export function ensureServiceUser(): ServiceUser {
  return findUser() ?? createUser();
}

function findUser(): ServiceUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${userName}:`));
  const [name = '', , uid, gid] = line?.split(':') ?? [];
  return line ? { name, uid: Number(uid), gid: Number(gid) } : null;
}

function createUser(): ServiceUser {
  const args = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  const made = spawnSync('useradd', [...args, userName], { encoding: 'utf8' });
  const user = findUser();
  if (user) return user;
  throw new SettingsProblem(
    `Headwater does not run as root, and the system user "${userName}" could not be made: ` +
      `${made.stderr?.trim() || made.error?.message}. Make it by hand (useradd --system ${userName}) or start as an ordinary user.`,
  );
}

/** The command that turns root into the service user, with the two rights it may need and no way back. */
export function becomeUser(user: ServiceUser, settings: Settings): string[] {
  const rights: Capability[] = [];
  if (!isOpenTo(user, projectFolder) || !isOpenTo(user, dirname(settings.dataFolder))) rights.push('dac_read_search');
  if (listPorts(settings).some(({ port }) => port < 1024)) rights.push('net_bind_service');
  for (const right of rights) refuseWithout(right, user);
  const given = rights.map((right) => `+${right}`).join(',');
  return [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--no-new-privs',
    // access(2) drops the rights of all but root unless this bit is set, and programs would find nothing they may read.
    ...(given ? ['--securebits=+no_setuid_fixup', `--inh-caps=${given}`, `--ambient-caps=${given}`] : []),
  ];
}

/** Whether a user who is neither owner nor in the group may enter and read the folder, and all above it. */
function isOpenTo(user: ServiceUser, folder: string): boolean {
  for (let at = realpathSync(folder), wanted = 0o5; ; at = dirname(at), wanted = 0o1) {
    const { mode, uid, gid } = statSync(at);
    const granted = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((granted & wanted) !== wanted) return false;
    if (at === dirname(at)) return true;
  }
}

function refuseWithout(right: Capability, user: ServiceUser): void {
  const bounding = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  if ((BigInt(`0x${bounding}`) >> BigInt(capabilityBits[right])) & 1n) return;
  throw new SettingsProblem(
    right === 'dac_read_search'
      ? `The service user "${user.name}" may not enter ${projectFolder} or the data folder, and this machine does not let root ` +
          'give it that right. Move the project to a folder that all may read, such as /opt/headwater, or start as an ordinary user.'
      : 'A port below 1024 is configured, and this machine does not let root pass on the right to open it. Choose higher ports.',
  );
}
