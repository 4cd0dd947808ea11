import { absoluteName } from '@headwater/contract/dns/names';
import { readRecord, recordTypes, toRdata } from '@headwater/contract/dns/record-types';
import { arbitraryRecord } from '@headwater/contract/dns/testing/arbitrary-records';
import { ZoneIndex, type ZoneRecord } from '@headwater/contract/dns/zone-rules';
import type { DnsRrset } from '@headwater/contract/nodes/dns-document';
import { findPowerDns } from '@headwater/engines/powerdns';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { dnsZone } from './testing/dns-zone.ts';
import { RealDns } from './testing/real-dns.ts';

const domain = 'a.test';
let control: FakeControlPlane;
let dns: RealDns;

/** Sets of one zone, as the control plane would write them. */
function drawSets(count: number): DnsRrset[] {
  const index = new ZoneIndex(domain);
  const sets = new Map<string, DnsRrset>();
  for (const input of fc.sample(arbitraryRecord, count)) {
    const reading = readRecord(input, domain);
    if (!reading.ok) throw new Error(JSON.stringify({ input, errors: reading.errors }));
    const record: ZoneRecord = { ...reading.value, status: 1 };
    if (index.check(record)) continue;
    index.add(record);
    const name = absoluteName(record.host, domain);
    const set = sets.get(`${name} ${record.type}`) ?? { name, type: record.type, ttl: record.ttl, records: [] };
    set.records.push(toRdata(record));
    sets.set(`${name} ${record.type}`, set);
  }
  return [...sets.values()];
}

describe.skipIf(!findPowerDns().ok)('a record of any type that a customer can make', () => {
  beforeEach(async () => {
    control = await new FakeControlPlane('dns').start();
    dns = await new RealDns(control).prepare();
  });
  afterEach(async () => {
    await dns.remove();
    await control.stop();
  });

  test('is taken by PowerDNS, and given back to the letter', async () => {
    dns.start('pdns');
    const { api } = dns;
    const isThere = () =>
      api.listZones().then(
        () => true,
        () => false,
      );
    await until(isThere, 'PowerDNS to answer', 12_000);
    const sets = drawSets(1500);
    expect([...new Set(sets.map(({ type }) => type))].sort()).toEqual([...recordTypes].sort());
    await api.createZone({ name: domain, rrsets: [...dnsZone(domain, 1).rrsets, ...sets] });
    const held = (await api.readZone(domain)) ?? [];
    const dataOf = new Map(held.map(({ name, type, records }) => [`${name} ${type}`, [...records].sort()]));
    for (const { name, type, records } of sets) {
      expect([name, type, dataOf.get(`${name} ${type}`)]).toEqual([name, type, [...records].sort()]);
    }
    api.close();
  });
});
