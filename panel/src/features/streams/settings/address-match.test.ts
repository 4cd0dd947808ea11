import { expect, test } from 'vitest';
import { matchAddress, parseAddress } from './address-match.ts';

const list = ['203.0.113.7', '198.51.100.0/22', '2001:db8:aa00::/40', '::1'];

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.8', null],
  ['198.51.103.255', '198.51.100.0/22'],
  ['198.51.104.0', null],
  ['2001:DB8:aaff::1', '2001:db8:aa00::/40'],
  ['2001:db8:ab00::1', null],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('%s is named by %s', (address, by) => {
  expect(matchAddress(address, list)).toEqual({ by });
});

test.each(['', '203.0.113', '203.0.113.256', '1.2.3.4.5', '2001:db8', ':::1', '1::2::3', '12345::', 'example.com'])(
  '%s is no address',
  (text) => {
    expect(parseAddress(text)).toBeNull();
  },
);

test('a network of no bits holds every address of its kind', () => {
  expect(matchAddress('192.0.2.1', ['::/0', '0.0.0.0/0'])).toEqual({ by: '0.0.0.0/0' });
});
