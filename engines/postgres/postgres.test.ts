import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres, layPostgres, type PostgresPlan } from './index.ts';
import { leaveRoot } from './leave-root.ts';
import { readPostmaster } from './leftovers.ts';

let folder: string;
let plan: PostgresPlan;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-postgres-'));
  plan = await lay();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function lay() {
  return layPostgres({ folder, runAs: await leaveRoot(findPostgres().postgres) });
}

async function start() {
  const [command = '', ...args] = plan.argv;
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore' });
  await plan.waitUntilReady(AbortSignal.timeout(20_000));
  return { child, ended: once(child, 'exit') };
}

test('the password is for its owner alone', async () => {
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
});

test('an existing cluster keeps its password', async () => {
  expect(new URL((await lay()).url).password).toBe(new URL(plan.url).password);
});

test('listens on the loopback address alone', () => {
  expect(plan.argv).toContain('listen_addresses=127.0.0.1');
  expect(plan.argv).toContain('unix_socket_directories=');
});

test('a second start on the same folder is refused in words, a clean stop leaves nothing to clear', async () => {
  const { child, ended } = await start();
  await expect(plan.clear()).rejects.toThrow(`PostgreSQL (process ${child.pid}) already runs on`);
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(await plan.clear()).toEqual([]);
});

test('after kill -9 it starts again and says that it repairs itself', async () => {
  const { child, ended } = await start();
  child.kill('SIGKILL');
  await ended;
  expect(await plan.clear()).toContain('PostgreSQL was not stopped in order; it repairs itself from its log.');
  const again = await start();
  again.child.kill('SIGINT');
  expect(await again.ended).toEqual([0, null]);
});

test('a lock file that names a foreign process is cleared, the process left alone', async () => {
  const foreign = spawn('sleep', ['60'], { stdio: 'ignore' });
  const lock = join(plan.cluster, 'postmaster.pid');
  await writeFile(lock, `${foreign.pid}\n${plan.cluster}\n1\n1\n\n\n\nready\n`);
  await plan.clear();
  expect(existsSync(lock)).toBe(false);
  await sleep(50);
  expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
  foreign.kill();
});

test('a lock file cut short by a crash reads as none', async () => {
  const lock = join(plan.cluster, 'postmaster.pid');
  await writeFile(lock, '');
  expect(await readPostmaster(plan.cluster)).toBeNull();
  await plan.clear();
  const { child, ended } = await start();
  expect(Number((await readFile(lock, 'utf8')).split('\n')[0])).toBe(child.pid);
  child.kill('SIGINT');
  await ended;
});
