import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { findFreePort } from '@headwater/engines/lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Installation, until } from './testing/installation.ts';

let headwater: Installation;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await findFreePort();
  const settings = { HEADWATER_ROLES: 'control', HEADWATER_METRICS_PORT: String(metricsPort) };
  headwater = await Installation.lay(settings);
});
afterAll(() => headwater.remove());

test('a machine is prepared without anything being started', async () => {
  expect(await headwater.run('start.mjs', '--prepare')).toEqual({ code: 0, output: '' });
  expect(readdirSync(headwater.folder)).toEqual([]);
});

test('says where it is and how to sign in', async () => {
  await headwater.start();
  expect(headwater.output).toContain(`Headwater is ready: http://localhost:${headwater.ports.api}\n`);
  await expect.poll(() => headwater.output).toContain('Sign in as demo@headwater.test / headwater-demo\n');
});

test('the panel and the demo site answer on the loopback address', async () => {
  const health = await fetch(`http://127.0.0.1:${headwater.ports.api}/api/v1/health`);
  expect(health.status).toBe(200);
  const site = await fetch(`http://127.0.0.1:${headwater.ports.origin}/valley.png`);
  expect(site.headers.get('cache-control')).toBe('public, max-age=86400');
  const sizeBytes = (await site.arrayBuffer()).byteLength;
  expect(sizeBytes).toBeGreaterThan(80_000);
  expect(sizeBytes).toBeLessThan(140_000);
});

test('metrics answer on a port of their own, on the same address', async () => {
  const reply = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await reply.text()).toContain('headwater_request_duration_seconds_count{operation="getHealth",status="2xx"}');
});

test('nothing runs as root, and secrets are for their owner alone', () => {
  for (const pid of headwater.processes()) expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
  for (const file of ['secret', 'postgres/password', 'run/environment.json']) {
    expect(statSync(join(headwater.folder, file)).mode & 0o077, file).toBe(0);
  }
  expect(statSync(headwater.folder).mode & 0o077).toBe(0);
});

test('a second start on the same folder is refused in words, and harms nothing', async () => {
  const second = await headwater.run('start.mjs');
  expect(second.code).toBe(1);
  expect(second.output).toContain(
    `Headwater already runs on ${headwater.folder} (process ${headwater.startedPid}, since`,
  );
  expect((await fetch(`http://127.0.0.1:${headwater.ports.api}/api/v1/health`)).status).toBe(200);
});

test("the operators' command line reaches the running database", async () => {
  const { code, output } = await headwater.run('headwater.mjs', 'node', 'list');
  expect(output).not.toContain('Error');
  expect(code).toBe(0);
});

test('a program that is killed comes back by itself', async () => {
  for (const name of ['worker', 'demo-site', 'api', 'postgres']) {
    await headwater.kill(name);
    expect(headwater.output).toContain(`${name} was ended by SIGKILL. Starting it again in`);
    await until(async () => {
      const reply = await fetch(`http://127.0.0.1:${headwater.ports.api}/api/v1/health`).catch(() => null);
      const health = reply?.ok ? ((await reply.json()) as { roles: Record<string, { state: string }> }) : null;
      return health?.roles.database?.state === 'ok' && health.roles.worker?.state === 'ok';
    }, 60_000);
  }
});

test('Ctrl-C stops everything within seconds, with exit code 0', async () => {
  const startedAtMs = performance.now();
  expect(await headwater.stop()).toBe(0);
  expect(performance.now() - startedAtMs).toBeLessThan(8000);
  expect(headwater.output).toMatch(/Headwater has stopped\.\n$/);
  expect(headwater.processes()).toEqual([]);
});

test('without a running Headwater the command line says so', async () => {
  const { code, output } = await headwater.run('headwater.mjs', 'node', 'list');
  expect(code).toBe(1);
  expect(output).toContain(`Headwater does not run on ${headwater.folder}. Start it with: npm start`);
});

test('a taken port is named with the variable that changes it', async () => {
  const squatter = createServer().listen(headwater.ports.api, '127.0.0.1');
  const { code, output } = await headwater.run('start.mjs');
  squatter.close();
  expect(code).toBe(1);
  expect(output).toContain(
    `Port ${headwater.ports.api} is taken by another program. Choose another with HEADWATER_PORT`,
  );
  expect(headwater.processes()).toEqual([]);
});

test('kill -9 of the supervisor leaves no orphan; the next start says what it did', async () => {
  await headwater.start();
  expect(headwater.output).not.toContain('was not stopped in order');
  const killed = headwater.startedPid;
  await headwater.killStarted();
  await until(() => headwater.processes().length === 0, 15_000);
  await headwater.start();
  expect(headwater.output).toContain(`The last run (process ${killed}) was not stopped in order.`);
});

test('a start right after kill -9 ends what is still there first', async () => {
  await until(() => headwater.output.includes('is ready'));
  const site = headwater.pidOf('demo-site');
  // A stopped process cannot follow its death signal; those that are sent SIGKILL are not asked.
  process.kill(site, 'SIGSTOP');
  await headwater.killStarted();
  await headwater.start();
  expect(headwater.output).toContain(`Stopped what it had left:`);
  expect(headwater.output).toContain(`demo-site (process ${site})`);
  expect(headwater.processes()).not.toContain(site);
});

test('a killed npm takes everything with it, and the next start waits for that', async () => {
  await headwater.stop();
  await headwater.startByNpm();
  await headwater.killStarted();
  await headwater.start();
  expect(headwater.output).not.toContain('already runs');
  expect(headwater.output).not.toContain('was not stopped in order');
});
