import { vi } from 'vitest';
import { loadCommands, loadFeatures } from '../features.ts';
import { type Command, runCommand } from '../lib/command.ts';
import type { World } from './index.ts';

/** Runs the operators' command line as a shell would split these words, and returns what it printed. */
export async function runWords(
  world: World,
  commands: Record<string, Command>,
  ...words: string[]
): Promise<{ code: number; out: string; err: string; opened: boolean }> {
  const print = { log: vi.spyOn(console, 'log'), error: vi.spyOn(console, 'error') };
  for (const spy of Object.values(print)) spy.mockImplementation(() => {});
  const lines: string[] = [];
  let opened = false;
  const code = await runCommand(commands, words, async (run) => {
    opened = true;
    const { database, settings } = world;
    await run({ database, features: await loadFeatures(), settings, print: (line) => void lines.push(line) });
  });
  const [out, err] = [print.log, print.error].map((spy) => spy.mock.calls.flat().join('\n'));
  for (const spy of Object.values(print)) spy.mockRestore();
  return { code, out: [...lines, out].filter(Boolean).join('\n'), err: err!, opened };
}

/** The same with the commands of every feature, as an operator has them. */
export const runOperator = async (world: World, ...words: string[]) => runWords(world, await loadCommands(), ...words);
