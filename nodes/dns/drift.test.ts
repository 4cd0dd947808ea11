import { findPowerDns } from '@headwater/engines/powerdns';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { dnsZone, makeKey, rrset } from './testing/dns-zone.ts';
import { RealDns } from './testing/real-dns.ts';

let control: FakeControlPlane;
let dns: RealDns;

describe.skipIf(!findPowerDns().ok)('what somebody changed in PowerDNS by hand', () => {
  beforeEach(async () => {
    control = await new FakeControlPlane('dns').start();
    dns = await new RealDns(control).prepare();
    dns.environment.HEADWATER_DNS_DRIFT_SECONDS = '0.5';
  });
  afterEach(async () => {
    await dns.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  test('is put right and told: records, keys, zones too many and too few', async () => {
    const key = makeKey();
    const zones = ['a.test', 'b.test', 'c.test', 'd.test'];
    for (const name of zones)
      control.put(`domain/${name}`, dnsZone(name, 1, [rrset(`www.${name}`, 'A', '192.0.2.1')], key));
    await dns.startAll();
    await dns.acknowledged(4);
    const published = await dns.ask('c.test', 'DNSKEY');
    const { api } = dns;
    await api.patchZone('a.test', [
      rrset('www.a.test', 'A', '192.0.2.66'),
      rrset('bad.a.test', 'A', '192.0.2.66'),
      { ...rrset('a.test', 'NS'), records: null },
    ]);
    await api.flush('a.test');
    await api.deleteZone('b.test');
    await api.setKey('c.test', makeKey());
    await api.createZone({ name: 'more.test', rrsets: dnsZone('more.test', 1).rrsets });
    const told = '4 zones differed from what they should be and were repaired: ';
    await until(() => dns.last?.warnings.some((text) => text.startsWith(told)) === true, 'the warning');
    for (const name of [...zones, 'more.test'].filter((one) => one !== 'd.test'))
      expect(dns.last?.warnings.join()).toContain(name);
    expect(dns.last?.warnings.join()).not.toContain('d.test');
    expect(await dns.ask('www.a.test', 'A')).toEqual(['192.0.2.1']);
    expect(await dns.ask('bad.a.test', 'A')).toEqual([]);
    expect(await dns.ask('a.test', 'NS')).toHaveLength(2);
    expect(await dns.ask('www.b.test', 'A')).toEqual(['192.0.2.1']);
    expect(await dns.ask('c.test', 'DNSKEY')).toEqual(published);
    expect(await dns.dig('more.test', 'SOA')).toContain('status: REFUSED');
    api.close();
  });

  test('is not what PowerDNS only writes in another way: of that nothing is told, and nothing is written again', async () => {
    const records = [
      rrset('a.test', 'TLSA', '3 1 1 D2ABDE240D7CD3EE6B4B28C54DF034B97983A1D16E8A410E4561CB106618E971'),
      rrset('_sip._tcp.a.test', 'SRV', '10 20 5060 SIP.a.test.'),
    ];
    await dns.startAll();
    await dns.acknowledged(control.put('domain/a', dnsZone('a.test', 1, records)));
    expect(dns.last?.refused).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const written = await dns.databaseWrites();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(dns.last?.warnings).toEqual([]);
    expect(dns.said).toContain('PowerDNS writes records in its own way');
    expect(await dns.databaseWrites()).toBe(written);
    // What it spells in its own way is still compared.
    await dns.api.patchZone('a.test', [rrset('_sip._tcp.a.test', 'SRV', '10 20 5061 sip.a.test.')]);
    await until(() => (dns.last?.warnings ?? []).length === 1, 'the warning');
    expect(dns.last?.warnings).toEqual(['1 zone differed from what it should be and was repaired: a.test.']);
    expect((await dns.ask('_sip._tcp.a.test', 'SRV'))[0]).toContain('10 20 5060 ');
  });
});
