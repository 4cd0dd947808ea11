import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProcess } from './proc.ts';
import { Customer, visit, visitUntilServed, type Zone } from './testing/customer.ts';
import { Installation, until } from './testing/installation.ts';
import { Origin } from './testing/origin.ts';

let headwater: Installation;
let origin: Origin;
let customer: Customer;
let zone: Zone;

beforeAll(async () => {
  origin = await Origin.listen();
  headwater = await (await Installation.lay({ HEADWATER_ALLOW_PRIVATE_ORIGINS: '1' })).start();
  customer = await new Customer(headwater.ports.api).signIn();
  zone = await customer.createLiveZone('faults', origin.url);
});
afterAll(async () => {
  await headwater.remove();
  origin.close();
});

const fetchOnce = (path: string) => visit(headwater.ports.edge, zone.hostname, path);
const fetchPatiently = (path: string) => visitUntilServed(headwater.ports.edge, zone.hostname, path);

/** Caches a path, changes what the origin says, and purges: from then on the old version must never be seen again. */
async function purgeSomething(path: string): Promise<string> {
  await fetchPatiently(path);
  expect((await fetchOnce(path)).cache).toBe('HIT');
  origin.version++;
  await customer.purgeEverywhere(zone, path);
  return `${path} version ${origin.version}`;
}

test('kill -9 of the API: the edge serves on, the session holds, changes go through again', async () => {
  const wanted = await purgeSomething('/api-killed');
  const killed = headwater.kill('api');
  expect((await fetchOnce('/api-killed')).body).toBe(wanted);
  await killed;
  await until(
    () =>
      customer.readZone(zone).then(
        () => true,
        () => false,
      ),
    30_000,
  );
  await customer.updateZone(zone, { name: 'Renamed after the API was killed' });
  await customer.waitUntilLive(zone);
  expect((await customer.readZone(zone)).name).toBe('Renamed after the API was killed');
});

test('kill -9 of PostgreSQL: whatever was acknowledged is there, and the edge never noticed', async () => {
  const wanted = await purgeSomething('/database-killed');
  const acknowledged: Zone[] = [];
  let killed: Promise<void> | undefined;
  for (let i = 0; i < 40; i++) {
    if (i === 15) killed = headwater.kill('postgres');
    await customer.createZone(`durable-${i}`, origin.url).then(
      (made) => acknowledged.push(made),
      () => {},
    );
  }
  expect((await fetchOnce('/database-killed')).body).toBe(wanted);
  await killed;
  expect(acknowledged.length).toBeGreaterThan(14);
  await until(
    () =>
      customer.readZone(zone).then(
        () => true,
        () => false,
      ),
    60_000,
  );
  for (const made of acknowledged) expect((await customer.readZone(made)).hostname).toBe(made.hostname);
  await customer.waitUntilLive(acknowledged.at(-1) ?? zone);
});

test('kill -9 of the edge agent: the edge serves on, and what changed meanwhile arrives', async () => {
  const wanted = await purgeSomething('/agent-killed');
  const killed = headwater.kill('edge-agent');
  origin.version++;
  await customer.purge(zone, '/agent-killed');
  expect((await fetchOnce('/agent-killed')).status).toBe(200);
  await killed;
  await until(async () => (await fetchPatiently('/agent-killed')).body !== wanted);
  expect((await fetchOnce('/agent-killed')).body).toBe(`/agent-killed version ${origin.version}`);
});

test('kill -9 of the nginx master: its workers end, it serves again, and what was purged stays purged', async () => {
  const wanted = await purgeSomething('/nginx-killed');
  await fetchPatiently('/kept');
  const workers = headwater.processes().filter((pid) => readProcess(pid)?.session === headwater.pidOf('nginx'));
  expect(workers.length).toBeGreaterThan(1);
  await headwater.kill('nginx');
  const kept = await fetchPatiently('/kept');
  expect(kept.cache).toBe('HIT');
  expect((await fetchPatiently('/nginx-killed')).body).toBe(wanted);
  for (const pid of workers) expect(readProcess(pid)).toBeNull();
});

test('a purge that was accepted while nginx was down is in force when it serves again', async () => {
  await fetchPatiently('/purged-while-down');
  const killed = headwater.kill('nginx');
  origin.version++;
  await customer.purge(zone, '/purged-while-down');
  await killed;
  await until(async () => (await fetchPatiently('/purged-while-down')).body.endsWith(`version ${origin.version}`));
});

test('kill -9 of the supervisor: no orphan, nothing lost, what was purged stays purged', async () => {
  const wanted = await purgeSomething('/supervisor-killed');
  await headwater.killStarted();
  await until(() => headwater.processes().length === 0, 15_000);
  await headwater.start();
  expect(headwater.output).toContain('was not stopped in order');
  expect((await fetchPatiently('/supervisor-killed')).body).toBe(wanted);
  expect((await fetchPatiently('/kept')).cache).toBe('HIT');
  expect((await customer.readZone(zone)).name).toBe('Renamed after the API was killed');
  for (const path of ['/nginx-killed', '/database-killed']) {
    expect((await fetchPatiently(path)).body).not.toBe(`${path} version 1`);
  }
});

test('the edge stops and starts with all the rest, and nothing is left behind', async () => {
  expect(await headwater.stop()).toBe(0);
  expect(headwater.processes()).toEqual([]);
});
