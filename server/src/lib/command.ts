import { parseArgs } from 'node:util';
import '@headwater/contract/lib/issue-words';
import type { z } from 'zod';
import type { Database } from './db.ts';
import type { Feature } from './feature.ts';
import type { Settings } from './settings.ts';

export type CommandContext = {
  database: Database;
  features: readonly Feature[];
  settings: Settings;
  print: (line: string) => void;
};

/** A command of the operators' command line. Its options are checked before `run` sees them. */
export type Command<Options extends z.ZodObject = z.ZodObject> = {
  summary: string;
  /** Every option's description stands in the help text. */
  options: Options;
  run: (options: z.output<Options>, context: CommandContext) => Promise<void>;
};

export const command = <Options extends z.ZodObject>(definition: Command<Options>): Command =>
  definition as unknown as Command;

/** What went wrong with an operator's request, in words; printed without a stack. */
export class CommandError extends Error {}

/**
 * Runs the command that the first two words name, or the first alone (`customer create --email …`, `backup --to …`), or
 * prints help.
 * @param withContext opens what commands need; only called when a command is really run.
 * @returns the exit code: 0, 1 when the command failed, 2 when the words were not understood.
 */
export async function runCommand(
  commands: Record<string, Command>,
  words: string[],
  withContext: (run: (context: CommandContext) => Promise<void>) => Promise<void>,
): Promise<number> {
  const spoken = words.slice(0, words[1]?.startsWith('-') ? 1 : 2).join(' ');
  const name = [spoken, words[0] ?? ''].find((one) => Object.hasOwn(commands, one));
  const found = name === undefined ? undefined : commands[name];
  if (name === undefined || !found) {
    const wantsHelp = words.length === 0 || /^(--help|-h|help)$/.test(words[0] ?? '');
    if (!wantsHelp) console.error(`There is no command “${spoken}”.\n`);
    console.log(listCommands(commands));
    return wantsHelp ? 0 : 2;
  }
  if (words.includes('--help') || words.includes('-h')) {
    console.log(describeCommand(name, found));
    return 0;
  }
  const options = readOptions(found, words.slice(name.split(' ').length));
  if (typeof options === 'string') {
    console.error(`${options}\n\n${describeCommand(name, found)}`);
    return 2;
  }
  try {
    await withContext((context) => found.run(options, { ...context, print: (line) => context.print(plain(line)) }));
    return 0;
  } catch (error) {
    console.error(error instanceof CommandError ? plain(error.message) : error);
    return 1;
  }
}

// What customers wrote may hold signs that a terminal obeys; tabs part the columns.
const plain = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '');

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isFlag = (schema: z.ZodType) => schema.safeParse(true).data === true;

function readOptions({ options }: Command, words: string[]): Record<string, unknown> | string {
  const shape = options.shape as Record<string, z.ZodType>;
  const known = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      kebab(name),
      { type: isFlag(schema) ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values } = parseArgs({ args: words, options: known, strict: true });
    const named = Object.fromEntries(
      Object.keys(shape).flatMap((name) => (kebab(name) in values ? [[name, values[kebab(name)]]] : [])),
    );
    const parsed = options.safeParse(named);
    if (parsed.success) return parsed.data;
    return parsed.error.issues
      .map(({ path, message }) => {
        const name = String(path[0]);
        return name in named ? `--${kebab(name)}: ${message}` : `--${kebab(name)} is required.`;
      })
      .join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}

function listCommands(commands: Record<string, Command>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'usage: npm run headwater -- COMMAND [options]',
    '',
    ...lines,
    '',
    'COMMAND --help shows the options of one.',
  ].join('\n');
}

function describeCommand(name: string, { summary, options }: Command): string {
  const shape = options.shape as Record<string, z.ZodType>;
  const lines = Object.entries(shape).map(([option, schema]) => {
    const required = !schema.safeParse(undefined).success;
    return `  --${kebab(option).padEnd(14)} ${schema.description ?? ''}${required ? ' (required)' : ''}`;
  });
  return [`usage: npm run headwater -- ${name} [options]`, '', summary, '', ...lines].join('\n');
}
