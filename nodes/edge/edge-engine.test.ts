import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../lib/testing/until.ts';
import { edgeZone } from './testing/edge-zone.ts';
import { change, EngineBench, zone } from './testing/engine-bench.ts';
import { FakeEdgeControl } from './testing/fake-edge-control.ts';

let bench: EngineBench;

beforeEach(async () => {
  bench = await new EngineBench().prepare();
});
afterEach(() => bench.clear());

test('pins origins to the addresses that were checked', async () => {
  bench.names['six.test'] = ['2606:4700::1111', '1.1.1.1'];
  const engine = await bench.start();
  const refused = await engine.apply([
    zone('a', 'good.test'),
    change('zone/b', edgeZone('b', 'https://six.test/base')),
    zone('c', 'good.test:8081'),
    zone('d', '1.2.3.4'.replace('1.2.3.4', 'good.test')),
  ]);
  expect(refused).toEqual([]);
  expect(bench.addressesOf('a')).toEqual(['8.8.8.8:80']);
  expect(bench.addressesOf('b')).toEqual(['1.1.1.1:443', '[2606:4700::1111]:443']);
  expect(bench.addressesOf('c')).toEqual(['8.8.8.8:8081']);
});

test('hands over who may fetch what, and the key of a door, as the document says', async () => {
  const engine = await bench.start();
  const access = {
    token: { keys: ['a-key-of-16-letters'], bindAddress: true },
    referrers: { policy: 'allow', hosts: ['*.a.test'], none: 'block' },
    countries: { policy: 'block', list: ['DE'], except: ['192.0.2.0/24'] },
    addresses: { policy: 'allow', list: ['2001:db8::/32'] },
    userAgents: { policy: 'block', list: ['*bot*'], caseSensitive: false },
    pass: 'our-own-16-letters',
  } as const;
  const door = 'a-door-of-16-letters';
  const origin = { url: 'http://inside.test', hostHeader: null, system: true, door };
  const wanted = { path: 'news', delivery: 'passed', access };
  expect(await engine.apply([zone('a', 'inside.test', { ...wanted, origin }), zone('b', 'good.test')])).toEqual([]);
  expect(bench.control.zones.get('a')).toMatchObject({ ...wanted, origin: { door } });
  const plain = { path: null, delivery: 'cached', access: null, origin: { door: null } };
  expect(bench.control.zones.get('b')).toMatchObject(plain);
});

test('an unresolvable origin delays nobody', async () => {
  const engine = await bench.start();
  await engine.apply([zone('known', 'good.test')]);
  const startedMs = Date.now();
  const applying = engine.apply([
    zone('dead', 'dead.test'),
    zone('known', 'good.test', { disabled: true }),
    change('purge/1', { zoneId: 'known', paths: ['/a'] }),
  ]);
  await until(() => bench.control.calls.includes('purge known /a'), 'the changes behind it', 1000);
  expect(bench.control.zones.get('known')?.disabled).toBe(true);
  expect(Date.now() - startedMs).toBeLessThan(1200);
  expect(await applying).toEqual([]);
  expect(Date.now() - startedMs).toBeLessThan(1200);
  expect(bench.addressesOf('dead')).toEqual([]);
  await until(() => engine.health().notices.length > 0, 'the notice');
  expect(engine.health().notices[0]).toContain('dead.test cannot be resolved');
  expect(engine.health().warnings).toEqual([]);
  const again = Date.now();
  await engine.apply([zone('dead', 'dead.test', { disabled: true })]);
  expect(Date.now() - again).toBeLessThan(1000);
});

test('a name that is waited for alone is waited for no longer once others are behind it', async () => {
  bench.deadMs = 3000;
  const engine = await bench.start();
  const hurry = new AbortController();
  const startedMs = Date.now();
  setTimeout(() => hurry.abort(), 50);
  await engine.apply([zone('dead', 'dead.test')], hurry.signal);
  expect(Date.now() - startedMs).toBeLessThan(1500);
  const again = Date.now();
  bench.names['dead2.test'] = null;
  await engine.apply([zone('dead2', 'dead2.test')]);
  expect(Date.now() - again).toBeGreaterThan(1900);
  expect(Date.now() - again).toBeLessThan(3000);
});

test('a crowd of dead names leaves room for the living', async () => {
  const engine = await bench.start();
  for (let n = 0; n < 60; n++) bench.names[`dead${n}.test`] = null;
  await engine.apply(Array.from({ length: 60 }, (_, n) => zone(`dead${n}`, `dead${n}.test`)));
  const startedMs = Date.now();
  await engine.apply([zone('a', 'good.test')]);
  expect(bench.addressesOf('a')).toEqual(['8.8.8.8:80']);
  expect(Date.now() - startedMs).toBeLessThan(1200);
});

test('a slow name is given its addresses once they are known', async () => {
  bench.names['slow.test'] = new Promise((done) => setTimeout(() => done(['8.8.4.4']), 600));
  const engine = await bench.start();
  await engine.apply([zone('slow', 'slow.test'), zone('a', 'good.test')]);
  expect(bench.addressesOf('slow')).toEqual([]);
  await until(() => bench.addressesOf('slow')?.[0] === '8.8.4.4:80', 'the addresses');
});

test('changes of one zone keep their order behind a name that has to be waited for', async () => {
  bench.names['slow.test'] = new Promise((done) => setTimeout(() => done(['8.8.4.4']), 100));
  const engine = await bench.start();
  await engine.apply([
    zone('a', 'slow.test'),
    change('purge/1', { zoneId: 'a', paths: ['/x'] }),
    change('purge/2', { zoneId: 'b', paths: ['/y'] }),
  ]);
  expect(bench.control.calls).toEqual(['purge b /y', 'put a@8.8.4.4:80', 'purge a /x']);
});

test('an address that changes in the very moment of a push is not missed', async () => {
  bench.ttlSeconds = 0.05;
  const engine = await bench.start();
  await engine.apply([zone('a', 'good.test')]);
  bench.control.delayMs = 900;
  const pushing = engine.apply([zone('b', 'good.test')]);
  bench.names['good.test'] = ['1.1.1.1'];
  await pushing;
  bench.control.delayMs = 0;
  await until(() => bench.addressesOf('b')?.[0] === '1.1.1.1:80', 'the new address');
});

test('addresses of before are there after a restart, though no name server is', async () => {
  const first = await bench.start();
  await first.apply([zone('a', 'good.test')]);
  await new Promise((resolve) => setTimeout(resolve, 700));
  bench.names['good.test'] = null;
  bench.control = new FakeEdgeControl();
  const engine = await bench.start();
  const startedMs = Date.now();
  await engine.replace([zone('a', 'good.test')], false);
  expect(Date.now() - startedMs).toBeLessThan(1000);
  expect(bench.addressesOf('a')).toEqual(['8.8.8.8:80']);
});

test('a document that this edge does not understand is refused, all others apply', async () => {
  const engine = await bench.start();
  const refused = await engine.apply([
    change('zone/x', { ...edgeZone('x', 'http://good.test'), cache: { edgeTtlSeconds: -1 } }),
    change('tunnel/1', {}),
    zone('a', 'good.test'),
  ]);
  expect(refused.map(({ key }) => key)).toEqual(['zone/x', 'tunnel/1']);
  expect(refused[0]?.reason).toContain('cache.edgeTtlSeconds');
  expect([...bench.control.zones.keys()]).toEqual(['a']);
});

test("nginx's own refusal is passed on; forgetting comes before the new picture", async () => {
  bench.control.refuse = 'b';
  const engine = await bench.start();
  const refused = await engine.replace([zone('a', 'good.test'), zone('b', 'good.test')], true);
  expect(refused).toEqual([{ key: 'zone/b', reason: 'nginx says no' }]);
  expect(bench.control.calls.slice(0, 2)).toEqual(['forget', 'replace']);
});
