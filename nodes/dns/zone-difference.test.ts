import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dnsZone, rrset } from './testing/dns-zone.ts';
import { differenceOf, keyOf, serialOf, textOf, withEarlierSerial } from './zone-difference.ts';

test('the order of records is no difference, their number and their TTL are', () => {
  const served = [rrset('a.test', 'A', '192.0.2.1', '192.0.2.2')];
  expect(differenceOf(served, [rrset('a.test', 'A', '192.0.2.2', '192.0.2.1')])).toEqual([]);
  expect(differenceOf(served, [rrset('a.test', 'A', '192.0.2.2')])).toHaveLength(1);
  expect(differenceOf(served, [{ ...rrset('a.test', 'A', '192.0.2.1', '192.0.2.2'), ttl: 60 }])).toHaveLength(1);
});

test('what goes, goes before what takes its place', () => {
  const changes = differenceOf([rrset('a.test', 'CNAME', 'b.test.')], [rrset('a.test', 'A', '192.0.2.1')]);
  expect(changes.map(({ type, records }) => [type, records])).toEqual([
    ['CNAME', null],
    ['A', ['192.0.2.1']],
  ]);
});

test('a difference leads from any zone to any other, touching nothing that both have', () => {
  const set = fc.record({
    name: fc.constantFrom('a.test', 'b.a.test', 'c.a.test'),
    type: fc.constantFrom('A', 'TXT', 'MX'),
    ttl: fc.constantFrom(60, 300),
    records: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1 }),
  });
  const zone = fc.uniqueArray(set, { selector: keyOf });
  fc.assert(
    fc.property(zone, zone, (served, wanted) => {
      const result = new Map(served.map((one) => [keyOf(one), textOf(one)]));
      for (const { records, ...change } of differenceOf(served, wanted)) {
        const text = records === null ? undefined : textOf({ ...change, records });
        expect(result.get(keyOf(change))).not.toBe(text);
        if (text === undefined) result.delete(keyOf(change));
        else result.set(keyOf(change), text);
      }
      expect(result).toEqual(new Map(wanted.map((one) => [keyOf(one), textOf(one)])));
    }),
  );
});

test.each([
  [7, 6],
  [0, 4_294_967_295],
])('the serial before %d is %d', (serial, earlier) => {
  const zone = dnsZone('a.test', serial);
  expect(serialOf(zone)).toBe(serial);
  const rrsets = withEarlierSerial(zone);
  expect(serialOf({ ...zone, rrsets })).toBe(earlier);
  expect(rrsets[0]?.records[0]?.split(' ').slice(3)).toEqual(zone.rrsets[0]?.records[0]?.split(' ').slice(3));
  expect(rrsets.slice(1)).toEqual(zone.rrsets.slice(1));
});
