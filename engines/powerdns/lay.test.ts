import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findPowerDns, layDns, testDns } from './index.ts';

const found = findPowerDns();
if (!found.ok) throw new Error(`${found.reason}: ${found.remedy}`);
const folder = mkdtempSync(join(tmpdir(), 'dns-lay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = {
  folder,
  address: '127.0.0.1',
  port: 5300,
  ports: { pdns: 5301, api: 5302, counters: 5303, collector: 5304 },
  programs: found,
};

it('keys outlive a second layout, and only the owner reads them', () => {
  const first = layDns(options);
  const second = layDns({ ...options, port: 5399 });
  expect(second.api.key).toBe(first.api.key);
  expect(second.counters.password).toBe(first.counters.password);
  expect(first.api.key).not.toBe(first.counters.password);
  expect(first.api.key).toMatch(/^[0-9a-f]{48}$/);
  for (const name of ['pdns.conf', 'dnsdist.conf', 'keys.json'])
    expect(statSync(join(folder, 'conf', name)).mode & 0o777).toBe(0o600);
});

it('what is no address never reaches a configuration', () => {
  for (const address of ["127.0.0.1')os.execute('id", 'localhost', ''])
    expect(() => layDns({ ...options, address })).toThrow('is not an IP address');
});

it.each([
  ['pdns.conf', 'launch=', 'PowerDNS refuses its configuration: .*lanuch'],
  ['dnsdist.conf', 'newServer(', 'dnsdist refuses its configuration: .*newSrever'],
])('a mistake in %s is told in the program’s words', async (name, right, words) => {
  const layout = layDns(options);
  await testDns(layout);
  const file = join(folder, 'conf', name);
  const wrong = right.replace('launch', 'lanuch').replace('Server', 'Srever');
  writeFileSync(file, readFileSync(file, 'utf8').replace(right, wrong));
  await expect(testDns(layout)).rejects.toThrow(new RegExp(words, 's'));
});

it('a folder with a path too long for a socket is no hindrance', async () => {
  const deep = join(folder, 'x'.repeat(60), 'y'.repeat(60));
  const layout = layDns({ ...options, folder: deep });
  await testDns(layout);
  const socketFolder = /^socket-dir=(.*)$/m.exec(readFileSync(join(deep, 'conf', 'pdns.conf'), 'utf8'))?.[1] ?? '';
  expect(socketFolder.length).toBeLessThan(90);
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  rmSync(socketFolder, { recursive: true });
});
