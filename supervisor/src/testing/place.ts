import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../settings.ts';

/** Where an installation runs: in which checkout, on which data folder, and what a command goes through to get there. */
export type Place = {
  checkout: string;
  /** Undefined: a folder of its own. */
  dataFolder?: string;
  enter(argv: string[]): string[];
  remove(): void;
};

export const thisMachine: Place = { checkout: projectFolder, enter: (argv) => argv, remove() {} };

const nobody = 65_534;

/** Why this process cannot show a program another picture of the file system; null when it can. */
export function whyNoOtherPlaces(): string | null {
  if (process.getuid?.() !== 0) return 'only root can change what a program sees of the file system';
  const tried = spawnSync('unshare', ['--mount', 'true'], { encoding: 'utf8' });
  return tried.status === 0 ? null : `this machine does not let root mount: ${tried.stderr || tried.error?.message}`;
}

/** A machine on which the folder is empty. */
export function without(folder: string): Place {
  return { ...thisMachine, enter: (argv) => afterMounting(['-t', 'tmpfs', 'tmpfs', folder], argv) };
}

/** A clone and its data in the home of someone who lets nobody else in. */
export function inClosedHome(): Place {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'headwater-home-')));
  return { ...cloneIn(home), dataFolder: join(home, 'data') };
}

/** A clone that all may read, started by a user without any rights. */
export function asNobody(): Place {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'headwater-home-')));
  chownSync(home, nobody, nobody);
  const clone = cloneIn(home);
  const change = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--bounding-set=-all'];
  return { ...clone, dataFolder: join(home, 'data'), enter: (argv) => clone.enter([...change, ...argv]) };
}

/** This checkout under another path, for the programs of the place alone: nothing is copied. */
function cloneIn(home: string): Place {
  const checkout = join(home, 'clone');
  mkdirSync(checkout);
  return {
    checkout,
    enter: (argv) => {
      const moved = argv.map((word) => word.replace(`${projectFolder}/`, `${checkout}/`));
      return afterMounting(['--bind', projectFolder, checkout], ['env', '-C', checkout, ...moved]);
    },
    remove() {
      // Only ever an empty folder: were the checkout itself still seen through it, this fails and nothing is removed.
      rmdirSync(checkout);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Mounted for this command and what it starts; gone with the last of them. */
function afterMounting(mount: string[], argv: string[]): string[] {
  const script = `mount ${mount.map((word) => `'${word}'`).join(' ')} && exec "$@"`;
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', ...argv];
}
