import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nodeArgv } from './fleet.ts';
import { readOwner } from './one-per-folder.ts';
import { becomeUser } from './service-user.ts';
import { findSetpriv } from './setpriv.ts';
import { readSettings, SettingsProblem } from './settings.ts';
import { warn } from './terminal.ts';

/** The operators' command line, beside a running Headwater: the same settings, database and user. */
function runCommandLine(): never {
  const args = process.argv.slice(2);
  // What the commands are can be told at any time.
  if (args.length === 0 || args.includes('--help')) {
    return process.execve?.(process.execPath, nodeArgv('server/src/cli.ts', ...args)) as never;
  }
  const asked = readSettings(process.env);
  const folder = existsSync(asked.dataFolder) ? realpathSync(asked.dataFolder) : asked.dataFolder;
  const settings = { ...asked, dataFolder: folder };
  const file = join(folder, 'run', 'environment.json');
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
  const change = process.getuid?.() === 0 && uid !== 0 ? becomeUser({ name: 'headwater', uid, gid }, settings) : [];
  const argv = [...change, ...nodeArgv('server/src/cli.ts', ...args)];
  const env = { ...process.env, ...environment } as Record<string, string>;
  return process.execve?.(change.length > 0 ? findSetpriv() : process.execPath, argv, env) as never;
}

try {
  runCommandLine();
} catch (error) {
  if (!(error instanceof SettingsProblem)) throw error;
  warn(error.message);
  process.exitCode = 1;
}
