import { isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { listAddresses } from './addresses.ts';

const on = (address: string, internal = false) => ({ address, internal }) as NetworkInterfaceInfo;
const interfaces = () => ({
  lo: [on('127.0.0.1', true), on('::1', true)],
  eth0: [on('203.0.113.7'), on('2001:db8::7'), on('fe80::7'), on('169.254.3.4')],
  eth1: [on('10.0.0.7'), on('fd00::7')],
});

test('are those of the interfaces that reach beyond the machine and its link', () => {
  expect(listAddresses('', interfaces)).toEqual(['203.0.113.7', '2001:db8::7', '10.0.0.7', 'fd00::7']);
  for (const address of listAddresses('')) expect(isIP(address), address).not.toBe(0);
});

test('are what the operator says, where they say it', () => {
  expect(listAddresses(' 198.51.100.1, 2001:db8::1,', interfaces)).toEqual(['198.51.100.1', '2001:db8::1']);
});

test.each(['node.example', '198.51.100.1/24', '198.51.100'])('%s is refused by name', (wrong) => {
  expect(() => listAddresses(`198.51.100.1,${wrong}`)).toThrow(
    `HEADWATER_NODE_ADDRESSES: "${wrong}" is not an IP address`,
  );
});
