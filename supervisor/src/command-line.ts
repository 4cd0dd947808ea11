import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compiledFolder, nodeArgv } from './fleet.ts';
import { readOwner } from './one-per-folder.ts';
import { launchRestore, readRestoreFile } from './restore-launch.ts';
import { becomeUser } from './service-user.ts';
import { findSetpriv } from './setpriv.ts';
import { readSettings, SettingsProblem } from './settings.ts';
import { warn } from './terminal.ts';

/** The operators' command line, beside a running Headwater: the same settings, database and user. */
async function runCommandLine(): Promise<number> {
  const args = process.argv.slice(2);
  // What the commands are, and how they are spelt, can be told at any time.
  const backup = readRestoreFile(args);
  const misspelt = args[0] === 'restore' && backup === null;
  if (args.length === 0 || args.includes('--help') || misspelt) {
    return process.execve?.(process.execPath, nodeArgv('server/src/cli.ts', ...args)) as never;
  }
  const asked = readSettings(process.env);
  const folder = existsSync(asked.dataFolder) ? realpathSync(asked.dataFolder) : asked.dataFolder;
  const settings = { ...asked, dataFolder: folder };
  const file = join(folder, 'run', 'environment.json');
  // Beside a running control plane the command itself refuses.
  if (backup && !(readOwner(folder) && existsSync(file))) return launchRestore(backup);
  if (!readOwner(folder)) {
    throw new SettingsProblem(
      `Headwater does not run on ${folder}. Start it with: npm start (and HEADWATER_DATA=… for another folder)`,
    );
  }
  if (!existsSync(file)) {
    throw new SettingsProblem(
      'This machine runs no control plane, or it is still starting. Run this where the control plane is.',
    );
  }
  const environment = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const { uid, gid } = statSync(folder);
  // A backup goes where whoever asks for it may write, and is theirs.
  const isForService = process.getuid?.() === 0 && uid !== 0 && args[0] !== 'backup';
  const change = isForService ? becomeUser({ name: 'headwater', uid, gid }, settings) : [];
  const argv = [...change, ...nodeArgv('server/src/cli.ts', ...args)];
  // Root leaves nothing of its own among the service's files.
  const cache = isForService || process.getuid?.() === uid ? { NODE_COMPILE_CACHE: compiledFolder(settings) } : {};
  const env = { ...cache, ...process.env, ...environment };
  return process.execve?.(change.length > 0 ? findSetpriv() : process.execPath, argv, env) as never;
}

try {
  process.exitCode = await runCommandLine();
} catch (error) {
  if (!(error instanceof SettingsProblem)) throw error;
  warn(error.message);
  process.exitCode = 1;
}
