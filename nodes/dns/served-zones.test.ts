import { expect, test } from 'vitest';
import { ServedZones } from './served-zones.ts';
import { dnsZone } from './testing/dns-zone.ts';

test('a name belongs to the zone with the longest name around it, and to nobody once that is gone', () => {
  const zones = new ServedZones();
  for (const name of ['a.test', 'b.a.test']) zones.expect(`domain/${name}`, dnsZone(name, 1));
  expect(zones.zoneIdOf('a.test')).toBe('atest');
  expect(zones.zoneIdOf('x.y.a.test')).toBe('atest');
  expect(zones.zoneIdOf('b.a.test')).toBe('batest');
  expect(zones.zoneIdOf('x.b.a.test')).toBe('batest');
  expect(zones.zoneIdOf('xb.a.test')).toBe('atest');
  for (const name of ['test', '', 'xa.test', 'a.test.test']) expect(zones.zoneIdOf(name), name).toBeUndefined();
  zones.drop('b.a.test');
  expect(zones.zoneIdOf('x.b.a.test')).toBe('atest');
});

test('a zone that came to another row belongs to that one only', () => {
  const zones = new ServedZones();
  const zone = dnsZone('a.test', 1);
  zones.set('a.test', { key: 'domain/1', zone });
  zones.set('a.test', { key: 'domain/2', zone: { ...zone, id: '2' } });
  expect(zones.nameOf('domain/1')).toBeUndefined();
  expect(zones.ownerOf('a.test')).toBe('domain/2');
  expect(zones.zoneIdOf('a.test')).toBe('2');
});
