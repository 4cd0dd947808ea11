import { findPowerDns } from '@headwater/engines/powerdns';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { dnsZone, makeKey, rrset } from './testing/dns-zone.ts';
import { RealDns } from './testing/real-dns.ts';

let control: FakeControlPlane;
let dns: RealDns;

describe.skipIf(!findPowerDns().ok)('a real name server', () => {
  beforeEach(async () => {
    control = await new FakeControlPlane('dns').start();
    dns = await new RealDns(control).prepare();
  });
  afterEach(async () => {
    await dns.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  const put = (name: string, serial: number, address: string, signing: string | null = null) =>
    control.put(`domain/${name}`, dnsZone(name, serial, [rrset(`www.${name}`, 'A', address)], signing));

  test('serves a domain, changes it, removes it', async () => {
    await dns.startAll();
    await dns.acknowledged(put('shop.test', 1, '192.0.2.1'));
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.1']);
    expect(await dns.ask('new.shop.test', 'CNAME')).toEqual([]);

    const startedMs = Date.now();
    const changed = dnsZone('shop.test', 2, [
      rrset('new.shop.test', 'A', '192.0.2.3'),
      rrset('www.shop.test', 'CNAME', 'new.shop.test.'),
    ]);
    await dns.acknowledged(control.put('domain/shop.test', changed));
    expect(Date.now() - startedMs).toBeLessThan(2000);
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.3', 'new.shop.test.']);
    expect((await dns.ask('shop.test', 'SOA'))[0]).toContain(' 2 10800 ');

    await dns.acknowledged(control.put('domain/shop.test', null));
    expect(await dns.dig('www.shop.test', 'A')).toContain('status: REFUSED');
    expect(dns.last).toMatchObject({ warnings: [], notices: [], refused: [] });
  });

  test('a zone that PowerDNS refuses keeps its last good version, says why, and holds nobody up', async () => {
    await dns.startAll();
    await dns.acknowledged(put('shop.test', 1, '192.0.2.1'));
    put('shop.test', 2, 'nonsense');
    control.put('domain/odd', { id: 'odd' });
    await dns.acknowledged(put('other.test', 1, '192.0.2.2'));
    expect(dns.last?.refused.map(({ key }) => key).sort()).toEqual(['domain/odd', 'domain/shop.test']);
    const reasons = dns.last?.refused.map(({ reason }) => reason).join('\n');
    expect(reasons).toMatch(/Record www\.shop\.test\.\/A 'nonsense': .*IP address/);
    expect(reasons).toContain('This name server does not accept name: ');
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.1']);
    expect(await dns.ask('www.other.test', 'A')).toEqual(['192.0.2.2']);
    await dns.acknowledged(put('shop.test', 3, '192.0.2.3'));
    expect(dns.last?.refused.map(({ key }) => key)).toEqual(['domain/odd']);
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.3']);
  });

  test('a new domain that is refused is not served at all, and is once it is right', async () => {
    await dns.startAll();
    await dns.acknowledged(put('shop.test', 1, 'nonsense', makeKey()));
    expect(dns.last?.refused).toHaveLength(1);
    expect(await dns.dig('www.shop.test', 'A')).toContain('status: REFUSED');
    await dns.acknowledged(put('shop.test', 2, '192.0.2.1'));
    expect(dns.last?.refused).toEqual([]);
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.1']);
  });

  test('a name that changes hands within one batch belongs to the new one', async () => {
    await dns.startAll();
    control.put('domain/1', { ...dnsZone('shop.test', 1, [rrset('a.shop.test', 'A', '192.0.2.1')]), id: '1' });
    await dns.acknowledged(1);
    control.silent = true;
    await dns.end('agent', 'SIGTERM');
    control.silent = false;
    control.put('domain/1', null);
    control.put('domain/2', { ...dnsZone('shop.test', 1, [rrset('b.shop.test', 'A', '192.0.2.2')]), id: '2' });
    dns.start('agent');
    await dns.acknowledged(3);
    await dns.acknowledged(
      control.put('domain/2', {
        ...dnsZone('shop.test', 2, [rrset('b.shop.test', 'A', '192.0.2.3')]),
        id: '2',
      }),
    );
    expect(await dns.ask('b.shop.test', 'A')).toEqual(['192.0.2.3']);
  });

  test('signing a domain and taking the key away are changes like any other', async () => {
    await dns.startAll();
    await dns.acknowledged(put('shop.test', 1, '192.0.2.1'));
    expect(await dns.ask('shop.test', 'DNSKEY')).toEqual([]);
    const key = makeKey();
    await dns.acknowledged(put('shop.test', 2, '192.0.2.1', key));
    const [published] = await dns.ask('shop.test', 'DNSKEY');
    expect(published).toMatch(/^257 3 13 /);
    expect(await dns.dig('www.shop.test', 'A', '+dnssec')).toContain('RRSIG');
    await dns.acknowledged(put('shop.test', 3, '192.0.2.1', makeKey()));
    const other = await dns.ask('shop.test', 'DNSKEY');
    expect(other).toHaveLength(1);
    expect(other[0]).not.toBe(published);
    await dns.acknowledged(put('shop.test', 4, '192.0.2.1'));
    expect(await dns.ask('shop.test', 'DNSKEY')).toEqual([]);
  });

  test('a removed node deletes what it served', async () => {
    put('shop.test', 1, '192.0.2.1');
    await dns.startAll();
    await dns.acknowledged(1);
    control.removed = true;
    await until(async () => (await dns.dig('www.shop.test', 'A')).includes('REFUSED'), 'the end of service');
    expect(dns.said).toContain('this node was removed');
    expect(await dns.api.listZones()).toEqual([]);
  });

  test('ends within a second of SIGTERM', async () => {
    await dns.startAll();
    const agent = dns.process('agent');
    const startedMs = Date.now();
    await dns.end('agent', 'SIGTERM');
    expect(Date.now() - startedMs).toBeLessThan(1100);
    expect(agent?.exitCode).toBe(0);
  });

  test('without PowerDNS it follows on and says what is missing', async () => {
    put('shop.test', 1, '192.0.2.1');
    dns.start('agent');
    await until(() => dns.last?.epoch === control.epoch && dns.last.warnings.length > 0, 'the report');
    expect(dns.last).toMatchObject({ serving: false, appliedSeq: 0 });
    expect(dns.last?.warnings.join()).toContain('PowerDNS does not answer');
    dns.start('pdns');
    await until(() => dns.last?.appliedSeq === 1, 'the state');
    await until(
      () => dns.last?.warnings.join() === 'dnsdist does not run: names are not answered.',
      'the other warning',
    );
    dns.start('dnsdist');
    await dns.acknowledged(1);
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.1']);
    expect(dns.last?.warnings).toEqual([]);
  });
});
