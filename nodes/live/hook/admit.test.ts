import type { HookCall } from '@headwater/engines/nginx-rtmp';
import { expect, test } from 'vitest';
import { keyOf, pullStream, pushStream, sha256 } from '../testing/live-document.ts';
import { type Surroundings, whyRefused } from './admit.ts';
import { isAmong } from './networks.ts';
import { streamIdOf } from './secrets.ts';

const call = (name: string, address = '192.0.2.1', args = ''): HookCall => ({
  call: 'publish',
  name,
  address,
  agent: '',
  connection: 1,
  args: new URLSearchParams(args),
});
const quiet: Surroundings = { liveInGroup: 0, encoders: 0, mostEncoders: 6, diskIsFull: false };

test('whoever does not have the key learns nothing else about a stream', () => {
  const stream = pushStream('a', { disabled: 'service', quota: { group: 'g', streamsAtOnce: 0 } });
  expect(whyRefused(stream, call('a_wrong'), { ...quiet, diskIsFull: true })).toBe('wrong_key');
  expect(whyRefused(stream, call(keyOf('a')), quiet)).toBe('service_inactive');
  expect(whyRefused(pullStream('b', ['http://a.test/i.m3u8']), call(keyOf('b')), quiet)).toBe('wrong_key');
});

test('as many streams of a service as it allows are let in, and not one more', () => {
  const stream = pushStream('a', { quota: { group: 'g', streamsAtOnce: 2 } });
  expect(whyRefused(stream, call(keyOf('a')), { ...quiet, liveInGroup: 1 })).toBeNull();
  expect(whyRefused(stream, call(keyOf('a')), { ...quiet, liveInGroup: 2 })).toBe('over_quota');
  expect(whyRefused(stream, call(keyOf('a')), { ...quiet, diskIsFull: true })).toBe('disk_full');
});

test('a user name alone, or a password alone, opens nothing', () => {
  const auth = { username: 'obs', passwordHash: sha256('right') };
  const stream = pushStream('a', { input: { type: 'push', keyHash: sha256(keyOf('a')), auth, addresses: null } });
  const tried = (args: string) => whyRefused(stream, call(keyOf('a'), '192.0.2.1', args), quiet);
  expect(['', 'user=obs', 'password=right', 'user=obs&password=', 'user=OBS&password=right'].map(tried)).toEqual(
    Array(5).fill('wrong_credentials'),
  );
  expect(tried('password=right&user=obs')).toBeNull();
});

test.each([
  ['192.0.2.7', ['192.0.2.7'], true],
  ['192.0.2.7', ['192.0.2.0/29'], true],
  ['192.0.2.8', ['192.0.2.0/29'], false],
  ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
  ['2001:db8::1', ['2001:db8::/32', '192.0.2.1'], true],
  ['2001:db9::1', ['2001:db8::/32', '192.0.2.1'], false],
  ['192.0.2.1', [], false],
  ['nonsense', ['0.0.0.0/0', '::/0'], false],
])('%s is among %j: %s', (address, networks, expected) => {
  expect(isAmong(address, networks)).toBe(expected);
});

test('a key names its stream, and nothing else does', () => {
  expect(
    ['ab1_secret', 'ab1_with_more', 'ab1', '_secret', '../x_y', 'AB_c', `a_${'x'.repeat(201)}`].map(streamIdOf),
  ).toEqual(['ab1', 'ab1', null, null, null, null, null]);
});
