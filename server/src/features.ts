import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './lib/command.ts';
import type { Feature } from './lib/feature.ts';

const folder = join(import.meta.dirname, 'features');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** Every feature of the control plane, found by its folder. */
export async function loadFeatures(): Promise<Feature[]> {
  const doors = names.sort().map(async (name) => {
    const door = (await import(`./features/${name}/index.ts`)) as { feature?: Feature };
    if (!door.feature) throw new Error(`features/${name}/index.ts exports no feature`);
    return door.feature;
  });
  return Promise.all(doors);
}

/** The operators' commands of every feature that has some. */
export async function loadCommands(): Promise<Record<string, Command>> {
  const commands: Record<string, Command> = {};
  for (const name of names.sort()) {
    if (!readdirSync(join(folder, name)).includes('commands.ts')) continue;
    const { commands: own } = (await import(`./features/${name}/commands.ts`)) as { commands: Record<string, Command> };
    Object.assign(commands, own);
  }
  return commands;
}
