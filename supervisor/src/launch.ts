import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownDataFolder } from './data-folder.ts';
import { installEngines } from './engine-packages.ts';
import { AlreadyRunning, refuseSecondStart } from './one-per-folder.ts';
import { buildPanel } from './panel-build.ts';
import { refuseTakenPorts } from './ports.ts';
import { clearLeftoverPolicy } from './service-starts.ts';
import { becomeUser, ensureServiceUser } from './service-user.ts';
import { findSetpriv } from './setpriv.ts';
import { readSettings, type Settings, SettingsProblem, withRealDataFolder } from './settings.ts';
import { warn } from './terminal.ts';

/** What must happen before the supervisor runs, with the rights of whoever typed the command; then becomes it. */
async function launch(): Promise<void> {
  const development = process.argv.includes('--dev');
  let settings = readSettings(process.env, development);
  // For a service that has no such rights itself.
  if (process.argv.includes('--prepare')) return prepareMachine(settings);
  findSetpriv();
  const user = process.getuid?.() === 0 ? ensureServiceUser() : null;
  ownDataFolder(settings.dataFolder, user);
  settings = withRealDataFolder(settings);
  await refuseSecondStart(settings.dataFolder);
  // After a crash, what is left of the last run may hold the ports still; the supervisor ends it first.
  if (!existsSync(join(settings.dataFolder, 'run', 'supervisor.json'))) await refuseTakenPorts(settings);
  clearLeftoverPolicy();
  prepareMachine(settings);
  const supervisor = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')];
  const change = user ? becomeUser(user, settings) : ['setpriv'];
  // npm passes its signals on to a shell between us, which dies of them without a word to us.
  if (process.env.npm_lifecycle_event) change.push('--pdeathsig', 'TERM');
  const argv = change.length > 1 ? [...change, ...supervisor] : supervisor;
  if (user) refuseWithoutPassage(change, user.name);
  const env = {
    ...process.env,
    HEADWATER_DATA: settings.dataFolder,
    ...(user ? { HOME: settings.dataFolder, USER: user.name, LOGNAME: user.name } : {}),
  };
  // In place of this process, so that signals and the exit code need no messenger.
  const command = argv[0] === 'setpriv' ? findSetpriv() : (argv[0] ?? '');
  process.execve?.(command, [...argv, ...process.argv.slice(2)], env as Record<string, string>);
}

/** What each role needs of the machine, where it is not there yet. */
function prepareMachine({ roles, development }: Settings): void {
  installEngines(roles);
  if (roles.includes('control') && !development) buildPanel();
}

/** One look before the leap: after it nothing could be said any more. */
function refuseWithoutPassage(change: readonly string[], userName: string): void {
  const [, ...args] = change;
  const tried = spawnSync(findSetpriv(), [...args, process.execPath, '--version'], { encoding: 'utf8' });
  if (tried.status === 0) return;
  throw new SettingsProblem(
    `The service user "${userName}" cannot run ${process.execPath}: ${tried.stderr?.trim()}. ` +
      'Move the project to a folder that all may read and run programs from, such as /opt/headwater.',
  );
}

try {
  await launch();
} catch (error) {
  if (!(error instanceof SettingsProblem || error instanceof AlreadyRunning)) throw error;
  warn(error.message);
  process.exitCode = 1;
}
