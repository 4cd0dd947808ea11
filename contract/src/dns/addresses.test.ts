import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIpv4, readIpv6 } from './addresses.ts';

/** What the platform makes of it; it writes embedded IPv4 addresses as hex. */
function platformIpv6(text: string): string | null {
  const url = `http://[${text}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

const nearlyIpv6 = fc.oneof(
  fc.ipV6(),
  fc.array(fc.constantFrom('0', '1', 'ffff'), { minLength: 6, maxLength: 9 }).map((groups) => groups.join(':')),
  fc.array(fc.constantFrom('0', '1', ''), { minLength: 6, maxLength: 9 }).map((groups) => groups.join(':')),
  fc.string({ unit: fc.constantFrom(':', '::', '0', '1', 'f', 'F', 'ffff', '1.2.3.4', '.', 'g', '%'), maxLength: 16 }),
);

test('an IPv6 address is what the platform takes for one, and means the same', () => {
  fc.assert(
    fc.property(nearlyIpv6, (text) => {
      const address = readIpv6(text);
      expect(address === null).toBe(platformIpv6(text) === null);
      if (address === null) return;
      expect(platformIpv6(address)).toBe(platformIpv6(text));
      expect(readIpv6(address)).toBe(address);
      if (!address.includes('.')) expect(address).toBe(platformIpv6(text));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['::', '::'],
  ['::1', '::1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::ffff:c000:201', '::ffff:192.0.2.1'],
])('%s is written %s, RFC 5952', (typed, address) => expect(readIpv6(typed)).toBe(address));

test.each(['', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '1.2.3.4 ', '0x1.2.3.4', '1.2.3.-4', '１.2.3.4'])(
  '%j is no IPv4 address',
  (text) => expect(readIpv4(text)).toBeNull(),
);

test('four decimals are an IPv4 address', () => {
  fc.assert(fc.property(fc.ipV4(), (text) => readIpv4(text) === text));
});
