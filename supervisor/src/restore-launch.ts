import { spawn } from 'node:child_process';
import { existsSync, fstatSync, openSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listContents, markName, ownDataFolder } from './data-folder.ts';
import { nodeArgv } from './fleet.ts';
import { becomeUser, ensureServiceUser } from './service-user.ts';
import { findSetpriv } from './setpriv.ts';
import { readSettings, SettingsProblem, stagingName, withRealDataFolder } from './settings.ts';

/** The file that `restore --from FILE` names; null when the words say anything else, which is for the command line to judge. */
export function readRestoreFile(words: readonly string[]): string | null {
  if (words[0] !== 'restore') return null;
  try {
    const { values } = parseArgs({ args: words.slice(1), options: { from: { type: 'string' } }, strict: true });
    return values.from || null;
  } catch {
    return null;
  }
}

/**
 * Opens the backup with the rights of whoever typed the command, and has the service user restore it: the service user
 * may not look where people keep their backups. A data folder that this made or filled is as before when it fails.
 * @returns the exit code.
 */
export async function launchRestore(file: string): Promise<number> {
  const settings = readSettings(process.env);
  if (!settings.roles.includes('control')) {
    throw new SettingsProblem('A backup is of the control plane, which HEADWATER_ROLES leaves out here.');
  }
  const setpriv = findSetpriv();
  const backup = openBackup(resolve(process.env.INIT_CWD ?? process.cwd(), file));
  const existed = existsSync(settings.dataFolder);
  const before = existed ? listContents(settings.dataFolder) : [];
  refuseUsed(settings.dataFolder, before);
  const user = process.getuid?.() === 0 ? ensureServiceUser() : null;
  ownDataFolder(settings.dataFolder, user);
  const real = withRealDataFolder(settings);
  const change = user ? becomeUser(user, real).slice(1) : [];
  const child = spawn(setpriv, [...change, '--pdeathsig', 'TERM', ...nodeArgv('supervisor/src/restore.ts')], {
    stdio: [backup, 'inherit', 'inherit'],
    env: { ...process.env, HEADWATER_DATA: real.dataFolder, ...(user ? { HOME: real.dataFolder } : {}) },
  });
  // The child hears Ctrl-C too; what it leaves is tidied up below.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  const code = await new Promise<number>((ended) => {
    child.once('error', () => ended(1));
    child.once('close', (code) => ended(code ?? 1));
  });
  if (code === 0) return 0;
  for (const name of readdirSync(real.dataFolder)) {
    if (!before.includes(name) && name !== 'lost+found') rmSync(join(real.dataFolder, name), { recursive: true });
  }
  if (!existed) rmdirSync(real.dataFolder);
  return code;
}

function openBackup(path: string): number {
  try {
    const descriptor = openSync(path, 'r');
    if (fstatSync(descriptor).isFile()) return descriptor;
  } catch (error) {
    throw new SettingsProblem(`The backup cannot be read: ${(error as Error).message}`);
  }
  throw new SettingsProblem(`${path} is not a file.`);
}

/** What a restore that was killed has left is no use to anybody, and the next one removes it. */
function refuseUsed(folder: string, contents: string[]): void {
  if (contents.every((name) => [markName, 'run', stagingName].includes(name))) return;
  throw new SettingsProblem(
    `The data folder ${folder} is not empty. A backup is restored into a new one: HEADWATER_DATA=/another/folder`,
  );
}
