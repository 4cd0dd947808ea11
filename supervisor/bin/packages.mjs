// Runs on any Node from 20 on, before a single package is installed: built-in modules only.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const projectFolder = join(dirname(fileURLToPath(import.meta.url)), '../..');
const lockFolder = join(projectFolder, '.cache', 'installing');

/** Brings node_modules in line with package-lock.json; ends the process, in words, when that cannot be done. */
export async function ensurePackages() {
  if (arePackagesCurrent()) return;
  await takeLock();
  try {
    if (arePackagesCurrent()) return;
    console.log('Installing the npm packages …');
    // What the service user must read would otherwise follow a strict umask of whoever installs.
    process.umask(0o022);
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const [command, ...args] = [...npm, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    const done = spawnSync(command, args, { cwd: projectFolder, stdio: ['ignore', 'inherit', 'inherit'] });
    if (done.status === 0) return;
    const why = done.error ? ` (${done.error.message})` : '';
    console.error(
      `npm could not install the packages${why}; its own lines above say why. ` +
        'Most often the network or the registry is out of reach, or the disk is full. Then run the same command again.',
    );
    process.exit(1);
  } finally {
    rmSync(lockFolder, { recursive: true, force: true });
  }
}

/** npm writes down what it installed; every package of the lockfile must be there in its version. */
function arePackagesCurrent() {
  try {
    const read = (path) => JSON.parse(readFileSync(join(projectFolder, path), 'utf8')).packages;
    const wanted = read('package-lock.json');
    const installed = read('node_modules/.package-lock.json');
    return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
      if (!path.includes('node_modules/')) return true;
      const found = installed[path];
      // Optional packages are those of other machines, too.
      if (!found) return Boolean(optional || devOptional);
      return link ? found.link === true : found.version === version && existsSync(join(projectFolder, path));
    });
  } catch {
    return false;
  }
}

/** One installation at a time: two would empty each other's node_modules. */
async function takeLock() {
  mkdirSync(dirname(lockFolder), { recursive: true });
  for (let told = false; ; ) {
    try {
      mkdirSync(lockFolder);
      writeFileSync(join(lockFolder, 'pid'), String(process.pid));
      process.once('exit', () => rmSync(lockFolder, { recursive: true, force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isHolderGone()) {
      rmSync(lockFolder, { recursive: true, force: true });
      continue;
    }
    if (!told) console.log('Another process is installing the npm packages; waiting for it …');
    told = true;
    await sleep(500);
  }
}

function isHolderGone() {
  try {
    const pid = Number(readFileSync(join(lockFolder, 'pid'), 'utf8'));
    return !existsSync(`/proc/${pid}`);
  } catch {
    // Between making the folder and writing into it lies a moment, unless its maker died in it.
    return Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 10_000;
  }
}

/** The Node that comes with the packages; without one for this machine, the one that runs this, if it is new enough. */
export function findNode() {
  const own = join(projectFolder, 'node_modules/.bin/node');
  if (spawnSync(own, ['--version']).status === 0) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(
    `Headwater runs on Node 24, which comes with its packages for Linux on x64 and arm64. ` +
      `There is none for this machine (${process.platform} ${process.arch}): install Node 24 or newer yourself.`,
  );
  process.exit(1);
}
