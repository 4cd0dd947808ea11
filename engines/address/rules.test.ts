import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress, forbiddenReason } from './index.ts';

describe('table of forbidden addresses', () => {
  test.each([
    ['0.0.0.0', 'an unspecified address'],
    ['0.1.2.3', 'an unspecified address'],
    ['10.0.0.0', 'a private address'],
    ['10.255.255.255', 'a private address'],
    ['100.64.0.1', 'a carrier-grade NAT address'],
    ['100.100.100.200', 'a carrier-grade NAT address'],
    ['127.0.0.1', 'a loopback address'],
    ['127.255.255.254', 'a loopback address'],
    ['168.63.129.16', 'a cloud metadata address'],
    ['169.254.0.1', 'a link-local address'],
    ['169.254.169.254', 'a cloud metadata address'],
    ['172.16.0.1', 'a private address'],
    ['172.31.255.255', 'a private address'],
    ['192.0.0.192', 'a reserved address'],
    ['192.0.2.1', 'a documentation address'],
    ['192.88.99.1', 'a reserved address'],
    ['192.168.1.1', 'a private address'],
    ['198.18.0.1', 'a benchmarking address'],
    ['198.19.255.255', 'a benchmarking address'],
    ['198.51.100.7', 'a documentation address'],
    ['203.0.113.9', 'a documentation address'],
    ['224.0.0.1', 'a multicast address'],
    ['239.255.255.255', 'a multicast address'],
    ['240.0.0.1', 'a reserved address'],
    ['255.255.255.255', 'a reserved address'],
    ['::', 'an unspecified address'],
    ['::1', 'a loopback address'],
    ['0:0:0:0:0:0:0:1', 'a loopback address'],
    ['::7f00:1', 'a reserved address'],
    ['::ffff:127.0.0.1', 'a loopback address'],
    ['::FFFF:7F00:1', 'a loopback address'],
    ['::ffff:169.254.169.254', 'a cloud metadata address'],
    ['::ffff:0:127.0.0.1', 'a reserved address'],
    ['64:ff9b::10.0.0.1', 'the NAT64 form of a private address'],
    ['64:ff9b:1::8.8.8.8', 'a private translation address'],
    ['100::1', 'a reserved address'],
    ['2001::1', 'a Teredo address'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'a Teredo address'],
    ['2001:2::1', 'a reserved address'],
    ['2001:10::1', 'a reserved address'],
    ['2001:db8::1', 'a documentation address'],
    ['2002:7f00:1::', 'the 6to4 form of a loopback address'],
    ['2002:c0a8:101::1', 'the 6to4 form of a private address'],
    ['2a00:1450::5efe:10.0.0.1', 'the ISATAP form of a private address'],
    ['2a00:1450::200:5efe:10.0.0.1', 'the ISATAP form of a private address'],
    ['3fff::1', 'a documentation address'],
    ['4000::1', 'a reserved address'],
    ['5f00::1', 'a reserved address'],
    ['fc00::1', 'a private address'],
    ['fd00:ec2::254', 'a cloud metadata address'],
    ['fd20:ce::254', 'a cloud metadata address'],
    ['fe80::1', 'a link-local address'],
    ['fec0::1', 'a private address'],
    ['ff02::1', 'a multicast address'],
    ['fe80::1%eth0', 'not an IP address'],
    ['0177.0.0.1', 'not an IP address'],
    ['127.1', 'not an IP address'],
    ['2130706433', 'not an IP address'],
    ['[::1]', 'not an IP address'],
    ['', 'not an IP address'],
  ])('%s is %s', (address, reason) => {
    expect(forbiddenReason(address)).toBe(reason);
  });

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '168.63.129.17',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '198.17.255.255',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s may be an origin', (address) => {
    expect(forbiddenReason(address)).toBeNull();
  });

  test("the provider's own nodes are refused in any spelling", () => {
    const own = ['8.8.8.8', '2A00:1450:0::1'];
    expect(forbiddenReason('::ffff:808:808', own)).toBe("an address of the provider's own nodes");
    expect(forbiddenReason('2a00:1450::1', own)).toBe("an address of the provider's own nodes");
    expect(forbiddenReason('8.8.4.4', own)).toBeNull();
  });
});

describe('for any address', () => {
  const ipv4 = fc.ipV4();
  const groups = (address: string): string => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  };

  test('an IPv4-mapped spelling is judged like the IPv4 address itself', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const reason = forbiddenReason(address);
        expect(forbiddenReason(`::ffff:${address}`)).toBe(reason);
        expect(forbiddenReason(`::FFFF:${groups(address).toUpperCase()}`)).toBe(reason);
        expect(forbiddenReason(`0:0:0:0:0:ffff:${address}`)).toBe(reason);
        expect(canonicalAddress(`::ffff:${address}`)).toBe(address);
      }),
    );
  });

  test('no embedding smuggles a forbidden IPv4 address through', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        fc.pre(forbiddenReason(address) !== null);
        for (const form of [
          `64:ff9b::${address}`,
          `2002:${groups(address)}::1`,
          `2a00::5efe:${address}`,
          `::${address}`,
        ])
          expect(forbiddenReason(form), form).not.toBeNull();
      }),
    );
  });

  test('IPv6 outside global unicast is refused whatever its bits, but for translated public IPv4', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const canonical = canonicalAddress(address) ?? '';
        const allowed = forbiddenReason(address) === null;
        if (allowed) expect(/^([23][0-9a-f]{3}:|64:ff9b::|\d+\.)/.test(canonical), canonical).toBe(true);
      }),
    );
  });

  test('anything that is no address is refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(forbiddenReason(`x${text}`)).toBe('not an IP address');
      }),
    );
  });
});
