import { expect, test } from 'vitest';
import { parseHosts } from './hosts-file.ts';
import { OriginUnresolvable, resolveOrigin } from './index.ts';

const timeoutMs = 2000;

test.each([
  ['192.0.2.7', { address: '192.0.2.7', family: 4 }],
  ['[2001:DB8::7]', { address: '2001:db8::7', family: 6 }],
])('a literal address stands for itself: %s', async (host, address) => {
  expect(await resolveOrigin(host, { timeoutMs })).toEqual({ addresses: [address], ttlSeconds: 300 });
});

test('localhost and what is below it stay on this machine', async () => {
  for (const host of ['localhost', 'LOCALHOST.', 'shop.localhost']) {
    const { addresses } = await resolveOrigin(host, { timeoutMs });
    expect(addresses).toContainEqual({ address: '127.0.0.1', family: 4 });
  }
});

test('a name that exists nowhere is a typed error within the time given', async () => {
  const started = Date.now();
  const error = await resolveOrigin('nothing.invalid', { timeoutMs }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OriginUnresolvable);
  expect(['not_found', 'timeout', 'failed']).toContain((error as OriginUnresolvable).code);
  expect((error as OriginUnresolvable).message).toContain('nothing.invalid cannot be resolved');
  expect(Date.now() - started).toBeLessThan(timeoutMs + 500);
});

test('the hosts file: comments, several names a line, several addresses a name', () => {
  const names = parseHosts(
    '127.0.0.1 localhost\n# 10.0.0.1 no\n192.0.2.1\tApp app.lan # trailing\n::1 localhost\nbad line\n',
  );
  expect(names.get('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(names.get('app')).toEqual(['192.0.2.1']);
  expect(names.get('app.lan')).toEqual(['192.0.2.1']);
  expect(names.has('no')).toBe(false);
});
