import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OriginUnresolvable, type ResolvedOrigin } from '@headwater/engines/address';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../lib/testing/until.ts';
import { EdgeEngine } from './edge-engine.ts';
import { Origins } from './origins.ts';
import { edgeZone } from './testing/edge-zone.ts';
import { FakeEdgeControl } from './testing/fake-edge-control.ts';

/** What names resolve to: addresses, null for names that no server answers for, a promise for slow ones. */
let names: Record<string, string[] | null | Promise<string[]>>;
let ttlSeconds: number;
/** How long the servers of a dead name are asked. */
let deadMs: number;
let folder: string;
let control: FakeEdgeControl;
let verdicts: [key: string, reason: string | null][];
let retries: number;
let stop: AbortController;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-'));
  names = { 'good.test': ['8.8.8.8'], 'dead.test': null, 'inside.test': ['8.8.8.8', '10.0.0.1'] };
  ttlSeconds = 300;
  deadMs = 1500;
  control = new FakeEdgeControl();
  verdicts = [];
  retries = 0;
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await rm(folder, { recursive: true });
});

async function resolve(host: string): Promise<ResolvedOrigin> {
  const answer = await names[host];
  if (answer === null || answer === undefined) {
    await new Promise((done) => setTimeout(done, deadMs));
    throw new OriginUnresolvable(host, 'timeout');
  }
  return { addresses: answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })), ttlSeconds };
}

async function startEngine(allowPrivate = false): Promise<EdgeEngine> {
  const onChange = (key: string): void => void engine.originChanged(key);
  const origins = new Origins({ folder, allowPrivate, ownAddresses: ['9.9.9.9'], resolve, onChange });
  await origins.load();
  const signals = {
    started: () => undefined,
    lost: () => undefined,
    healthChanged: () => undefined,
    retryRefused: () => {
      retries += 1;
    },
    settleLater: async (key: string, reason: string | null) => {
      verdicts.push([key, reason]);
    },
  };
  const health = () => ({ serving: true, warnings: [] });
  const engine = new EdgeEngine({ control, origins, signals: () => signals, health, onTrouble: () => undefined });
  void origins.run(stop.signal);
  return engine;
}

let seq = 0;
const change = (key: string, doc: unknown) => ({ key, seq: ++seq, doc });
const zone = (id: string, host: string, more = {}) => change(`zone/${id}`, edgeZone(id, `http://${host}`, more));
const addressesOf = (id: string) => control.zones.get(id)?.origin.addresses;

test('pins origins to the addresses that were checked', async () => {
  names['six.test'] = ['2606:4700::1111', '1.1.1.1'];
  const engine = await startEngine();
  const refused = await engine.apply([
    zone('a', 'good.test'),
    change('zone/b', edgeZone('b', 'https://six.test/base')),
    zone('c', 'good.test:8081'),
    zone('d', '1.2.3.4'.replace('1.2.3.4', 'good.test')),
  ]);
  expect(refused).toEqual([]);
  expect(addressesOf('a')).toEqual(['8.8.8.8:80']);
  expect(addressesOf('b')).toEqual(['1.1.1.1:443', '[2606:4700::1111]:443']);
  expect(addressesOf('c')).toEqual(['8.8.8.8:8081']);
});

test.each([
  ['inside.test', '10.0.0.1', 'a private address'],
  ['loop.test', '127.0.0.1', 'a loopback address'],
  ['own.test', '9.9.9.9', "an address of the provider's own nodes"],
  ['mapped.test', '::ffff:169.254.169.254', 'a cloud metadata address'],
])('an origin with a forbidden address is refused with its reason: %s', async (host, address, reason) => {
  names[host] = ['8.8.8.8', address];
  const engine = await startEngine();
  expect(await engine.apply([zone('bad', host), zone('ok', 'good.test')])).toEqual([
    { key: 'zone/bad', reason: `The origin ${host} has the address ${address}, which is ${reason}.` },
  ]);
  expect([...control.zones.keys()]).toEqual(['ok']);
});

test("the provider's own origins and operators who say so may use private addresses", async () => {
  const strict = await startEngine();
  const origin = { url: 'http://inside.test', hostHeader: null, system: true };
  expect(await strict.apply([zone('a', 'inside.test', { origin })])).toEqual([]);
  const lenient = await startEngine(true);
  expect(await lenient.apply([zone('b', 'inside.test')])).toEqual([]);
  expect(addressesOf('b')).toEqual(['10.0.0.1:80', '8.8.8.8:80']);
});

test('an unresolvable origin delays nobody', async () => {
  const engine = await startEngine();
  await engine.apply([zone('known', 'good.test')]);
  const startedMs = Date.now();
  const applying = engine.apply([
    zone('dead', 'dead.test'),
    zone('known', 'good.test', { disabled: true }),
    change('purge/1', { zoneId: 'known', paths: ['/a'] }),
  ]);
  await until(() => control.calls.includes('purge known /a'), 'the changes behind it', 1000);
  expect(control.zones.get('known')?.disabled).toBe(true);
  expect(Date.now() - startedMs).toBeLessThan(1200);
  expect(await applying).toEqual([]);
  expect(Date.now() - startedMs).toBeLessThan(1200);
  expect(addressesOf('dead')).toEqual([]);
  await until(() => engine.health().warnings.length > 0, 'the warning');
  expect(engine.health().warnings[0]).toContain('dead.test cannot be resolved');
  const again = Date.now();
  await engine.apply([zone('dead', 'dead.test', { disabled: true })]);
  expect(Date.now() - again).toBeLessThan(1000);
});

test('a name that is waited for alone is waited for no longer once others are behind it', async () => {
  deadMs = 3000;
  const engine = await startEngine();
  const hurry = new AbortController();
  const startedMs = Date.now();
  setTimeout(() => hurry.abort(), 50);
  await engine.apply([zone('dead', 'dead.test')], hurry.signal);
  expect(Date.now() - startedMs).toBeLessThan(1500);
  const again = Date.now();
  names['dead2.test'] = null;
  await engine.apply([zone('dead2', 'dead2.test')]);
  expect(Date.now() - again).toBeGreaterThan(1900);
  expect(Date.now() - again).toBeLessThan(3000);
});

test('a crowd of dead names leaves room for the living', async () => {
  const engine = await startEngine();
  for (let n = 0; n < 60; n++) names[`dead${n}.test`] = null;
  await engine.apply(Array.from({ length: 60 }, (_, n) => zone(`dead${n}`, `dead${n}.test`)));
  const startedMs = Date.now();
  await engine.apply([zone('a', 'good.test')]);
  expect(addressesOf('a')).toEqual(['8.8.8.8:80']);
  expect(Date.now() - startedMs).toBeLessThan(1200);
});

test('a slow name is given its addresses once they are known', async () => {
  names['slow.test'] = new Promise((done) => setTimeout(() => done(['8.8.4.4']), 600));
  const engine = await startEngine();
  await engine.apply([zone('slow', 'slow.test'), zone('a', 'good.test')]);
  expect(addressesOf('slow')).toEqual([]);
  await until(() => addressesOf('slow')?.[0] === '8.8.4.4:80', 'the addresses');
});

test('changes of one zone keep their order behind a name that has to be waited for', async () => {
  names['slow.test'] = new Promise((done) => setTimeout(() => done(['8.8.4.4']), 100));
  const engine = await startEngine();
  await engine.apply([
    zone('a', 'slow.test'),
    change('purge/1', { zoneId: 'a', paths: ['/x'] }),
    change('purge/2', { zoneId: 'b', paths: ['/y'] }),
  ]);
  expect(control.calls).toEqual(['purge b /y', 'put a@8.8.4.4:80', 'purge a /x']);
});

test('addresses follow the name, and are kept when it stops resolving or turns inwards', async () => {
  ttlSeconds = 0.05;
  const engine = await startEngine();
  await engine.apply([zone('a', 'good.test')]);
  names['good.test'] = ['1.1.1.1'];
  await until(() => addressesOf('a')?.[0] === '1.1.1.1:80', 'the new address');
  names['good.test'] = ['127.0.0.1'];
  await until(() => verdicts.length > 0, 'the verdict');
  expect(verdicts[0]).toEqual([
    'zone/a',
    'The origin good.test has the address 127.0.0.1, which is a loopback address.',
  ]);
  expect(addressesOf('a')).toEqual(['1.1.1.1:80']);
  names['good.test'] = ['8.8.8.8'];
  await until(() => retries > 0, 'the retry');
  expect(await engine.apply([zone('a', 'good.test')])).toEqual([]);
  expect(addressesOf('a')).toEqual(['8.8.8.8:80']);
});

test('an address that changes in the very moment of a push is not missed', async () => {
  ttlSeconds = 0.05;
  const engine = await startEngine();
  await engine.apply([zone('a', 'good.test')]);
  control.delayMs = 900;
  const pushing = engine.apply([zone('b', 'good.test')]);
  names['good.test'] = ['1.1.1.1'];
  await pushing;
  control.delayMs = 0;
  await until(() => addressesOf('b')?.[0] === '1.1.1.1:80', 'the new address');
});

test('a refused origin leaves the last good one in service, and its addresses go on being followed', async () => {
  ttlSeconds = 0.05;
  const engine = await startEngine();
  await engine.apply([zone('a', 'good.test')]);
  expect(await engine.apply([zone('a', 'inside.test')])).toHaveLength(1);
  expect(control.zones.get('a')?.origin.url).toBe('http://good.test');
  names['good.test'] = ['1.1.1.1'];
  await until(() => addressesOf('a')?.[0] === '1.1.1.1:80', 'the new address');
  expect(control.zones.get('a')?.origin.url).toBe('http://good.test');
  names['inside.test'] = ['8.8.4.4'];
  await until(() => retries > 0, 'the retry');
});

test('addresses of before are there after a restart, though no name server is', async () => {
  const first = await startEngine();
  await first.apply([zone('a', 'good.test')]);
  await new Promise((resolve) => setTimeout(resolve, 700));
  names['good.test'] = null;
  control = new FakeEdgeControl();
  const engine = await startEngine();
  const startedMs = Date.now();
  await engine.replace([zone('a', 'good.test')], false);
  expect(Date.now() - startedMs).toBeLessThan(1000);
  expect(addressesOf('a')).toEqual(['8.8.8.8:80']);
});

test('a document that this edge does not understand is refused, all others apply', async () => {
  const engine = await startEngine();
  const refused = await engine.apply([
    change('zone/x', { ...edgeZone('x', 'http://good.test'), cache: { edgeTtlSeconds: -1 } }),
    change('tunnel/1', {}),
    zone('a', 'good.test'),
  ]);
  expect(refused.map(({ key }) => key)).toEqual(['zone/x', 'tunnel/1']);
  expect(refused[0]?.reason).toContain('cache.edgeTtlSeconds');
  expect([...control.zones.keys()]).toEqual(['a']);
});

test("nginx's own refusal is passed on; forgetting comes before the new picture", async () => {
  control.refuse = 'b';
  const engine = await startEngine();
  const refused = await engine.replace([zone('a', 'good.test'), zone('b', 'good.test')], true);
  expect(refused).toEqual([{ key: 'zone/b', reason: 'nginx says no' }]);
  expect(control.calls.slice(0, 2)).toEqual(['forget', 'replace']);
});
