import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../lib/testing/until.ts';
import { EngineBench, zone } from './testing/engine-bench.ts';
import { FakeEdgeControl } from './testing/fake-edge-control.ts';

let bench: EngineBench;

beforeEach(async () => {
  bench = await new EngineBench().prepare();
});
afterEach(() => bench.clear());

test.each([
  ['inside.test', '10.0.0.1', 'a private address'],
  ['loop.test', '127.0.0.1', 'a loopback address'],
  ['own.test', '9.9.9.9', "an address of the provider's own nodes"],
  ['mapped.test', '::ffff:169.254.169.254', 'a cloud metadata address'],
])('an origin with a forbidden address is refused with its reason: %s', async (host, address, reason) => {
  bench.names[host] = ['8.8.8.8', address];
  const engine = await bench.start();
  const refused = await engine.apply([zone('bad', host), zone('ok', 'good.test')]);
  expect(refused.map(({ key, reason: why }) => `${key}: ${why}`)).toEqual([
    `zone/bad: The name of the origin, ${host}, resolves to ${reason}.`,
  ]);
  // The zone is there, but asks nobody.
  expect(bench.addressesOf('bad')).toEqual([]);
  expect(bench.addressesOf('ok')).toEqual(['8.8.8.8:80']);
});

test("the provider's own origins and operators who say so may use private addresses", async () => {
  const strict = await bench.start();
  const origin = { url: 'http://inside.test', hostHeader: null, system: true };
  expect(await strict.apply([zone('a', 'inside.test', { origin })])).toEqual([]);
  const lenient = await bench.start(true);
  expect(await lenient.apply([zone('b', 'inside.test')])).toEqual([]);
  expect(bench.addressesOf('b')).toEqual(['10.0.0.1:80', '8.8.8.8:80']);
});

test('addresses follow the name, and are kept when it stops resolving or turns inwards', async () => {
  bench.ttlSeconds = 0.05;
  const engine = await bench.start();
  await engine.apply([zone('a', 'good.test')]);
  bench.names['good.test'] = ['1.1.1.1'];
  await until(() => bench.addressesOf('a')?.[0] === '1.1.1.1:80', 'the new address');
  bench.names['good.test'] = ['127.0.0.1'];
  await until(() => bench.verdicts.length > 0, 'the verdict');
  expect(bench.verdicts[0]).toEqual(['zone/a', 'The name of the origin, good.test, resolves to a loopback address.']);
  expect(bench.addressesOf('a')).toEqual(['1.1.1.1:80']);
  bench.names['good.test'] = ['8.8.8.8'];
  await until(() => bench.retries > 0, 'the retry');
  expect(await engine.apply([zone('a', 'good.test')])).toEqual([]);
  expect(bench.addressesOf('a')).toEqual(['8.8.8.8:80']);
});

test('a refused origin leaves the last good one in service, and its addresses go on being followed', async () => {
  bench.ttlSeconds = 0.05;
  const engine = await bench.start();
  await engine.apply([zone('a', 'good.test')]);
  expect(await engine.apply([zone('a', 'inside.test')])).toHaveLength(1);
  expect(bench.control.zones.get('a')?.origin.url).toBe('http://good.test');
  bench.names['good.test'] = ['1.1.1.1'];
  await until(() => bench.addressesOf('a')?.[0] === '1.1.1.1:80', 'the new address');
  expect(bench.control.zones.get('a')?.origin.url).toBe('http://good.test');
  bench.names['inside.test'] = ['8.8.4.4'];
  await until(() => bench.retries > 0, 'the retry');
});

test('an address is told only to those who wrote it themselves', async () => {
  bench.names['10.0.0.1'] = ['10.0.0.1'];
  const engine = await bench.start();
  const refused = await engine.apply([zone('a', '10.0.0.1'), zone('b', 'inside.test')]);
  expect(refused.map(({ reason }) => reason)).toEqual([
    'The origin 10.0.0.1 is a private address.',
    'The name of the origin, inside.test, resolves to a private address.',
  ]);
});

test('a zone whose origin turned private can still be disabled and purged', async () => {
  bench.ttlSeconds = 0.05;
  const engine = await bench.start();
  await engine.apply([zone('a', 'good.test')]);
  bench.names['good.test'] = ['10.0.0.1'];
  await until(() => bench.verdicts.length > 0, 'the verdict');

  const purge = { generation: 1, bans: [[2, '/img/*']] };
  const refused = await engine.apply([zone('a', 'good.test', { purge })]);
  expect(refused.map(({ key, reason }) => [key, reason])).toEqual([
    ['zone/a', 'The name of the origin, good.test, resolves to a private address.'],
  ]);
  expect(bench.control.zones.get('a')).toMatchObject({ purge, disabled: false });
  expect(bench.addressesOf('a')).toEqual(['8.8.8.8:80']);

  expect(await engine.apply([zone('a', 'good.test', { purge, disabled: true })])).toEqual([]);
  expect(bench.control.zones.get('a')).toMatchObject({ purge, disabled: true });
  expect(await engine.apply([zone('a', 'good.test', { purge })])).toHaveLength(1);
  expect(bench.addressesOf('a')).toEqual(['8.8.8.8:80']);
});

test('a change to a forbidden origin takes everything but the origin, also by an edge that was restarted', async () => {
  const first = await bench.start();
  await first.apply([zone('a', 'good.test')]);
  const wanted = zone('a', 'inside.test', { purge: { generation: 1, bans: [] } });
  const [refusal] = await first.apply([wanted]);
  expect(refusal?.standIn).toMatchObject({ origin: { url: 'http://good.test' }, purge: { generation: 1 } });
  expect(bench.control.zones.get('a')).toMatchObject({
    origin: { url: 'http://good.test', addresses: ['8.8.8.8:80'] },
    purge: { generation: 1 },
  });

  // The answer to the first push was lost with the agent: the document is given once more, beside the last good one.
  bench.control = new FakeEdgeControl();
  const again = await bench.start();
  const { doc: good } = zone('a', 'good.test');
  expect(await again.replace([{ ...wanted, good }], false)).toEqual([refusal]);
  await until(() => bench.addressesOf('a')?.[0] === '8.8.8.8:80', 'the addresses of the last good origin');
  expect(bench.control.zones.get('a')).toMatchObject({ origin: { url: 'http://good.test' }, purge: { generation: 1 } });
});

test('a disabled zone is not judged by its origin, until it is enabled', async () => {
  bench.ttlSeconds = 0.05;
  const engine = await bench.start();
  expect(await engine.apply([zone('a', 'inside.test', { disabled: true })])).toEqual([]);
  expect(await engine.apply([zone('b', 'good.test', { disabled: true })])).toEqual([]);
  bench.names['good.test'] = ['10.0.0.1'];
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(bench.verdicts).toEqual([]);
  expect(await engine.apply([zone('a', 'inside.test')])).toHaveLength(1);
  expect(bench.addressesOf('a')).toEqual([]);
});

test('what nginx does not take stands in for nothing', async () => {
  bench.control.refuse = 'a';
  const engine = await bench.start();
  expect(await engine.apply([zone('a', 'inside.test')])).toEqual([{ key: 'zone/a', reason: 'nginx says no' }]);
});
