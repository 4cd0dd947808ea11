import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensurePackages, findNode, projectFolder } from './packages.mjs';

/** Runs a TypeScript program of the project with its own Node, after its packages are there. */
export async function run(script, args = process.argv.slice(2)) {
  await ensurePackages();
  const path = `${join(projectFolder, 'node_modules/.bin')}:${process.env.PATH ?? '/usr/bin:/bin'}`;
  const argv = ['--disable-warning=ExperimentalWarning', join(projectFolder, script), ...args];
  become(realpathSync(findNode()), argv, { ...process.env, PATH: path });
}
