import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Customer, visitUntilServed, type Zone } from './testing/customer.ts';
import { Installation } from './testing/installation.ts';
import { Origin } from './testing/origin.ts';

const settings = { HEADWATER_ALLOW_PRIVATE_ORIGINS: '1' };
let origin: Origin;
let first: Installation;
let second: Installation;
let customer: Customer;
let zone: Zone;
let later: Zone;
let backup: string;

beforeAll(async () => {
  origin = await Origin.listen();
  first = await (await Installation.lay(settings)).start();
  second = await Installation.lay(settings);
  customer = await new Customer(first.ports.api).signIn();
  zone = await customer.createLiveZone('kept', origin.url);
  backup = join(first.folder, 'the.backup');
});
afterAll(async () => {
  await first.remove();
  await second.remove();
  origin.close();
});

test('a backup is written while everything runs, for its owner alone, and never over a file', async () => {
  const written = await first.run('headwater.mjs', 'backup', '--to', backup);
  expect(written.output).toMatch(/^\S+the\.backup: \d+ rows of \d+ tables and the secret, \d+ bytes\n$/);
  expect(written.code).toBe(0);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const again = await first.run('headwater.mjs', 'backup', '--to', backup);
  expect(again).toEqual({ code: 1, output: `${backup} exists; a backup never replaces a file.\n` });
  later = await customer.createLiveZone('later', origin.url);
});

test('a running Headwater is not restored into, nor is a folder in use', async () => {
  const running = await first.run('headwater.mjs', 'restore', '--from', backup);
  expect(running.code).toBe(1);
  expect(running.output).toContain('Headwater runs on this data folder. A backup is restored into an empty one');
  await first.stop();
  const used = await first.run('headwater.mjs', 'restore', '--from', backup);
  expect(used.code).toBe(1);
  expect(used.output).toContain(`The data folder ${first.folder} is not empty.`);
});

test('what cannot be restored leaves the data folder as it was', async () => {
  const damaged = join(first.folder, 'damaged');
  const bytes = readFileSync(backup);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(damaged, bytes, { mode: 0o600 });
  const refusals = [
    [damaged, 'Nothing was restored. The backup is damaged or incomplete'],
    [join(first.folder, 'secret'), 'Nothing was restored. The file is not a backup of Headwater.'],
    [join(first.folder, 'absent'), 'The backup cannot be read: ENOENT'],
    [first.folder, 'is not a file'],
  ] as const;
  for (const [file, words] of refusals) {
    const { code, output } = await second.run('headwater.mjs', 'restore', '--from', file);
    expect(output).toContain(words);
    expect(code).toBe(1);
    expect(readdirSync(second.folder)).toEqual([]);
  }
  rmdirSync(second.folder);
  expect((await second.run('headwater.mjs', 'restore', '--from', damaged)).code).toBe(1);
  expect(existsSync(second.folder)).toBe(false);
  const misspelt = await second.run('headwater.mjs', 'restore', backup);
  expect(misspelt.code).toBe(2);
  expect(misspelt.output).toContain('usage: npm run headwater -- restore');
});

test('restored into an empty folder and started: sign-in, zone and edge are there, and numbers go on', async () => {
  // As a restore that was killed leaves it.
  mkdirSync(join(second.folder, 'restoring', 'postgres'), { recursive: true });
  writeFileSync(join(second.folder, '.headwater'), '');
  const restored = await second.run('headwater.mjs', 'restore', '--from', backup);
  expect(restored.output).toMatch(/^Restoring the backup of [\d-]+ [\d:]+ UTC, by version \S+ …\nRestored into /);
  expect(restored.code).toBe(0);
  expect(readdirSync(second.folder).sort()).toEqual(['.headwater', 'postgres', 'run', 'secret']);
  expect(readFileSync(join(second.folder, 'secret'), 'utf8')).toBe(readFileSync(join(first.folder, 'secret'), 'utf8'));
  expect(statSync(join(second.folder, 'secret')).mode & 0o777).toBe(0o600);

  await second.start();
  const back = await new Customer(second.ports.api).signIn();
  expect(await back.readZone(zone)).toMatchObject({ id: zone.id, hostname: zone.hostname });
  await expect(back.readZone(later)).rejects.toThrow(' 404 ');
  await back.waitUntilLive(zone);
  expect(await visitUntilServed(second.ports.edge, zone.hostname, '/restored')).toMatchObject({ status: 200 });
  await back.createLiveZone('made-after', origin.url);
  const service = ['--email', 'demo@headwater.test', '--product', 'CDN', '--domain', 'new.example'];
  const made = await second.run('headwater.mjs', 'service', 'create', ...service);
  expect(made.output).toMatch(/^service \d+/);
  expect(made.code).toBe(0);
});

test('a session of before the backup is not open again', async () => {
  const token = customer.token;
  const reply = await fetch(`http://127.0.0.1:${second.ports.api}/api/v1/services`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(401);
});
