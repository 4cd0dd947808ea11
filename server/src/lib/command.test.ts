import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useWorld } from '../testing/index.ts';
import { runWords } from '../testing/run-command.ts';
import { CommandError, command } from './command.ts';

const world = useWorld();
const ran: unknown[] = [];
const commands = {
  'tea make': command({
    summary: 'Make tea',
    options: z.object({
      kindOfTea: z.enum(['black', 'green']).describe('black or green'),
      cups: z.coerce.number().int().min(1, 'Make at least one').default(1).describe('how many'),
      milk: z.boolean().default(false).describe('with milk'),
    }),
    async run(options, { print }) {
      ran.push(options);
      print('made');
    },
  }),
  'tea label': command({
    summary: 'Read the label',
    options: z.object({ torn: z.boolean().default(false) }),
    async run({ torn }, { print }) {
      const label = 'Earl\tGrey\n\u001b]0;owned\u0007\u001b[2J\r\u009b31m Söhne';
      if (torn) throw new CommandError(label);
      print(label);
    },
  }),
  'tea spill': command({
    summary: 'Spill it',
    options: z.object({}),
    async run() {
      throw new CommandError('The pot is empty.');
    },
  }),
};
const oneWord = {
  ...commands,
  tea: command({
    summary: 'Drink it',
    options: z.object({ cups: z.coerce.number().default(1) }),
    async run(options) {
      ran.push(options);
    },
  }),
};
const run = (...words: string[]) => runWords(world, commands, ...words);

describe('the operators’ command line', () => {
  test('runs the command that the words name, with its options checked', async () => {
    expect(await run('tea', 'make', '--kind-of-tea', 'green', '--cups=2', '--milk')).toMatchObject({
      code: 0,
      out: 'made',
      err: '',
    });
    expect(ran).toEqual([{ kindOfTea: 'green', cups: 2, milk: true }]);
  });

  test('prints what customers wrote without the signs that a terminal obeys', async () => {
    const harmless = 'Earl\tGrey\n]0;owned[2J31m Söhne';
    expect((await run('tea', 'label')).out).toBe(harmless);
    expect((await run('tea', 'label', '--torn')).err).toBe(harmless);
  });

  test.each([
    [['tea', '--cups', '3'], { cups: 3 }],
    [['tea'], { cups: 1 }],
    [['tea', 'make', '--kind-of-tea', 'black'], { kindOfTea: 'black', cups: 1, milk: false }],
  ])('runs one of a single word too, and lets the longer name go first: %j', async (words, options) => {
    expect(await runWords(world, oneWord, ...words)).toMatchObject({ code: 0, err: '' });
    expect(ran.pop()).toEqual(options);
  });

  test('a word too many after one of a single word is refused', async () => {
    const { code, err, opened } = await runWords(world, oneWord, 'tea', 'pour', '--cups', '3');
    expect({ code, opened }).toEqual({ code: 2, opened: false });
    expect(err).toMatch(/Unexpected argument 'pour'/);
  });

  test.each([[[]], [['--help']], [['-h']], [['help']]])('lists the commands for %j', async (words) => {
    const { code, out, err, opened } = await run(...words);
    expect({ code, err, opened }).toEqual({ code: 0, err: '', opened: false });
    expect(out).toMatch(/^usage: npm run headwater -- COMMAND/);
    expect(out).toContain('tea make   Make tea');
    expect(out).toContain('tea spill  Spill it');
  });

  test.each([['tea'], ['coffee make'], ['constructor'], ['toString'], ['__proto__']])(
    'does not know “%s”',
    async (words) => {
      const { code, out, err, opened } = await run(...words.split(' '));
      expect({ code, opened }).toEqual({ code: 2, opened: false });
      expect(err).toContain(`There is no command “${words}”.`);
      expect(out).toContain('tea make');
    },
  );

  test('explains one command and which of its options must be given', async () => {
    const { code, out, opened } = await run('tea', 'make', '--help');
    expect({ code, opened }).toEqual({ code: 0, opened: false });
    expect(out).toContain('Make tea');
    expect(out).toMatch(/--kind-of-tea +black or green \(required\)/);
    expect(out).toMatch(/--cups +how many$/m);
  });

  test.each([
    [[], /--kind-of-tea is required\./],
    [['--kind-of-tea', 'red'], /--kind-of-tea: Must be one of: /],
    [['--kind-of-tea', 'green', '--cups', '0'], /--cups: Make at least one/],
    [['--kind-of-tea', 'green', '--sugar'], /Unknown option '--sugar'/],
    [['--kind-of-tea'], /argument missing/],
    [['--kind-of-tea', 'green', '--milk=yes'], /does not take an argument/],
    [['--kind-of-tea', 'green', 'now'], /Unexpected argument 'now'/],
  ])('refuses %j with the reason and the help, and opens nothing', async (words, reason) => {
    const { code, err, opened } = await run('tea', 'make', ...words);
    expect({ code, opened }).toEqual({ code: 2, opened: false });
    expect(err).toMatch(reason);
    expect(err).toContain('usage: npm run headwater -- tea make');
  });

  test('says what went wrong without a stack', async () => {
    expect(await run('tea', 'spill')).toMatchObject({ code: 1, err: 'The pot is empty.' });
  });
});
