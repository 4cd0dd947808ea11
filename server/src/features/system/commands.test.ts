import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { useWorld } from '../../testing/index.ts';
import { runWords } from '../../testing/run-command.ts';
import { commands } from './commands.ts';

const world = useWorld();

test('after the database was restored by other means, feeds start anew and everybody signs in again, at once', async () => {
  const person = await world.addCustomer();
  const stream = await openStream(world, person);
  await stream.waitFor(({ event }) => event === 'ready');
  const epochs = async () => (await world.database.ownerPool.query('select kind, epoch from feeds')).rows;
  const before = await epochs();
  const { code, out } = await runWords(world, commands, 'database', 'restored');
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Everybody signs in again') });
  expect(await epochs()).not.toEqual(before);
  expect((await world.ask(person, 'GET', '/services')).status).toBe(401);
  await stream.ended;
});

test('a backup never replaces a file', async () => {
  const path = join(tmpdir(), `headwater-kept-${process.pid}`);
  writeFileSync(path, 'kept');
  const { code, err } = await runWords(world, commands, 'backup', '--to', path);
  expect({ code, err }).toEqual({ code: 1, err: `${path} exists; a backup never replaces a file.` });
  expect(readFileSync(path, 'utf8')).toBe('kept');
  rmSync(path);
});

test('a running Headwater is not restored into', async () => {
  const { code, err } = await runWords(world, commands, 'restore', '--from', '/any');
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('Headwater runs on this data folder.') });
});
