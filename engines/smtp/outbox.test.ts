import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from './message.ts';
import { outboxTransport } from './outbox.ts';

const message: Message = {
  messageId: 'e1@panel.example',
  from: { name: 'Headwater', address: 'no-reply@panel.example' },
  to: 'dana@riverside.example',
  subject: 'Hello',
  text: 'https://panel.example/reset#hwo_secret',
  html: '<p>Hello Dana</p>',
};

let place: string;
let folder: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'headwater-outbox-'));
  folder = join(place, 'outbox');
});
afterEach(() => rm(place, { recursive: true }));

test('a message is a file of its own, whole, that nobody else may read', async () => {
  await outboxTransport(folder)(message);
  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{8}T\d{9}Z-e1\.eml$/);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const content = await readFile(join(folder, name), 'utf8');
  expect(content).toContain('To: dana@riverside.example\r\n');
  expect(content).toContain('\r\nhttps://panel.example/reset#hwo_secret\r\n');
  expect(content).toMatch(/--\r\n$/);
});

test('names follow the order of sending', async () => {
  const send = outboxTransport(folder);
  for (const id of ['b', 'a', 'c']) await send({ ...message, messageId: `${id}@panel.example` });
  const names = (await readdir(folder)).sort();
  expect(names.map((name) => name.replace(/^.*-/, ''))).toEqual(['b.eml', 'a.eml', 'c.eml']);
});

test('an id leads to no other folder', async () => {
  await outboxTransport(folder)({ ...message, messageId: '../../e1/x@panel.example' });
  expect(await readdir(place)).toEqual(['outbox']);
  expect((await readdir(folder))[0]).toMatch(/-e1x\.eml$/);
});

test('a folder that cannot be written fails the attempt', async () => {
  await expect(outboxTransport(join('/dev/null', 'outbox'))(message)).rejects.toThrow();
});
