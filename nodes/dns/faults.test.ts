import { findPowerDns } from '@headwater/engines/powerdns';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { dnsZone, makeKey, rrset } from './testing/dns-zone.ts';
import { RealDns } from './testing/real-dns.ts';

let control: FakeControlPlane;
let dns: RealDns;
let others: RealDns[];

describe.skipIf(!findPowerDns().ok)('a real name server', () => {
  beforeEach(async () => {
    control = await new FakeControlPlane('dns').start();
    dns = await new RealDns(control).prepare();
    others = [];
  });
  afterEach(async () => {
    for (const one of [dns, ...others]) await one.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  const put = (name: string, serial: number, address: string, signing: string | null = null) =>
    control.put(`domain/${name}`, dnsZone(name, serial, [rrset(`www.${name}`, 'A', address)], signing));
  const answers = (name: string, address: string, server = dns) =>
    until(async () => (await server.ask(`www.${name}`, 'A')).join() === address, `${name} to be ${address}`);

  test('kill -9 of PowerDNS: said at once, nothing lost, and what changed meanwhile is applied', async () => {
    put('shop.test', 1, '192.0.2.1');
    await dns.startAll();
    await dns.acknowledged(1);
    await dns.end('pdns');
    await until(() => dns.last?.serving === false, 'the report that names are not answered');
    expect(dns.last?.warnings.join()).toContain('PowerDNS does not answer');
    const seq = put('new.test', 1, '192.0.2.2');
    dns.start('pdns');
    await dns.acknowledged(seq);
    await answers('shop.test', '192.0.2.1');
    await answers('new.test', '192.0.2.2');
    expect(dns.last?.warnings).toEqual([]);
  });

  test('kill -9 of PowerDNS in the middle of changes: the zones end up right, signed ones too', async () => {
    await dns.startAll();
    const key = makeKey();
    for (let round = 1; round <= 4; round++) {
      for (let n = 0; n < 30; n++) put(`z${n}.test`, round, `192.0.2.${round}`, n % 3 === 0 ? key : null);
      await new Promise((resolve) => setTimeout(resolve, round * 40));
      await dns.end('pdns');
      dns.start('pdns');
    }
    await dns.acknowledged(120, 20_000);
    await answers('z0.test', '192.0.2.4');
    for (let n = 0; n < 30; n++) {
      expect(await dns.ask(`www.z${n}.test`, 'A'), `z${n}`).toEqual(['192.0.2.4']);
      expect(await dns.ask(`z${n}.test`, 'DNSKEY'), `z${n}`).toHaveLength(n % 3 === 0 ? 1 : 0);
    }
  });

  test('PowerDNS that hangs is told, and is used again once it goes on', async () => {
    put('shop.test', 1, '192.0.2.1');
    await dns.startAll();
    await dns.acknowledged(1);
    dns.process('pdns')?.kill('SIGSTOP');
    await until(() => dns.last?.serving === false, 'the report that names are not answered', 12_000);
    const seq = put('shop.test', 2, '192.0.2.2');
    await until(() => dns.last?.warnings.join().includes('no answer within 4 s') === true, 'the reason', 12_000);
    dns.process('pdns')?.kill('SIGCONT');
    await dns.acknowledged(seq);
    await answers('shop.test', '192.0.2.2');
  });

  test('kill -9 of dnsdist: said, and served again once it is back', async () => {
    put('shop.test', 1, '192.0.2.1');
    await dns.startAll();
    await dns.acknowledged(1);
    await dns.end('dnsdist');
    await until(() => dns.last?.serving === false, 'the report that names are not answered');
    expect(dns.last?.warnings).toEqual(['dnsdist does not run: names are not answered.']);
    dns.start('dnsdist');
    await dns.acknowledged(put('shop.test', 2, '192.0.2.2'));
    await answers('shop.test', '192.0.2.2');
  });

  test('kill -9 of the agent: name service goes on, and what was missed is applied', async () => {
    put('shop.test', 1, '192.0.2.1');
    put('gone.test', 1, '192.0.2.9');
    await dns.startAll();
    await dns.acknowledged(2);
    await dns.end('agent');
    put('shop.test', 2, '192.0.2.2');
    control.put('domain/gone.test', null);
    const seq = put('new.test', 1, '192.0.2.3');
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.1']);
    dns.start('agent');
    await dns.acknowledged(seq);
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.2']);
    expect(await dns.ask('www.new.test', 'A')).toEqual(['192.0.2.3']);
    expect(await dns.dig('www.gone.test', 'A')).toContain('status: REFUSED');
  });

  test('a name server that was away during 1,000 changes has them all once it is back', async () => {
    for (let n = 0; n < 60; n++) put(`z${n}.test`, 1, '192.0.2.1');
    await dns.startAll();
    await dns.acknowledged(60);
    await dns.end('agent', 'SIGTERM');
    for (let n = 0; n < 1000; n++) put(`z${n % 60}.test`, 2 + n, `192.0.2.${1 + (n % 250)}`);
    dns.start('agent');
    await dns.acknowledged(1060);
    for (let n = 940; n < 1000; n++)
      expect(await dns.ask(`www.z${n % 60}.test`, 'A')).toEqual([`192.0.2.${1 + (n % 250)}`]);
  });

  test('without the control plane it serves on, also after a restart of everything', async () => {
    put('shop.test', 1, '192.0.2.1');
    await dns.startAll();
    await dns.acknowledged(1);
    control.silent = true;
    for (const program of ['agent', 'dnsdist', 'pdns'] as const) await dns.end(program);
    for (const program of ['pdns', 'dnsdist'] as const) dns.start(program);
    await answers('shop.test', '192.0.2.1');
    dns.start('agent');
    await until(() => dns.said.includes('serving the last good state'), 'the last good state');
    await answers('shop.test', '192.0.2.1');
  });

  test('an empty node rebuilds everything, the keys included: the DS at the registrar stays right', async () => {
    const key = makeKey();
    put('shop.test', 7, '192.0.2.1', key);
    put('plain.test', 1, '192.0.2.2');
    await dns.startAll();
    await dns.acknowledged(2);
    const published = await dns.ask('shop.test', 'DNSKEY');
    expect(published).toHaveLength(1);
    const anew = await new RealDns(control).prepare();
    others.push(anew);
    await anew.startAll();
    await anew.acknowledged(2);
    expect(await anew.ask('shop.test', 'DNSKEY')).toEqual(published);
    expect((await anew.ask('shop.test', 'SOA'))[0]).toContain(' 7 10800 ');
    await answers('plain.test', '192.0.2.2', anew);
  });

  test('PowerDNS that lost its database is given everything again', async () => {
    const key = makeKey();
    put('shop.test', 1, '192.0.2.1', key);
    await dns.startAll();
    await dns.acknowledged(1);
    const published = await dns.ask('shop.test', 'DNSKEY');
    // PowerDNS tells its age in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await dns.loseDatabase();
    await answers('shop.test', '192.0.2.1');
    await until(async () => (await dns.ask('shop.test', 'DNSKEY')).join() === published.join(), 'the same key');
  });

  test('two name servers side by side serve the same; one that is away catches up by itself', async () => {
    const other = await new RealDns(control).prepare();
    others.push(other);
    await Promise.all([dns.startAll(), other.startAll()]);
    const seq = put('shop.test', 1, '192.0.2.1', makeKey());
    await Promise.all([dns.acknowledged(seq), other.acknowledged(seq)]);
    expect(await other.ask('shop.test', 'DNSKEY')).toEqual(await dns.ask('shop.test', 'DNSKEY'));
    await other.end('agent');
    await dns.acknowledged(put('shop.test', 2, '192.0.2.2'));
    expect(await other.ask('www.shop.test', 'A')).toEqual(['192.0.2.1']);
    other.start('agent');
    await other.acknowledged(2);
    expect(await other.ask('www.shop.test', 'A')).toEqual(['192.0.2.2']);
  });

  test('a restored control plane whose serials repeat is not taken for what was served', async () => {
    put('shop.test', 5, '192.0.2.1');
    put('later.test', 1, '192.0.2.9');
    await dns.startAll();
    await dns.acknowledged(2);
    control.put('domain/later.test', null);
    control.collectTombstones();
    control.changeEpoch();
    const seq = put('shop.test', 5, '192.0.2.5');
    await dns.acknowledged(seq);
    expect(await dns.ask('www.shop.test', 'A')).toEqual(['192.0.2.5']);
    expect(await dns.dig('www.later.test', 'A')).toContain('status: REFUSED');
  });

  test('a restart with 1,000 unchanged zones writes none of them', async () => {
    for (let n = 0; n < 1000; n++) put(`z${n}.test`, 1, '192.0.2.1');
    await dns.startAll();
    await dns.acknowledged(1000, 40_000);
    const written = await dns.databaseWrites();
    await dns.end('agent', 'SIGTERM');
    control.reports.length = 0;
    dns.start('agent');
    const startedMs = Date.now();
    await dns.acknowledged(1000);
    expect(Date.now() - startedMs).toBeLessThan(6000);
    expect(await dns.databaseWrites()).toBe(written);
  }, 60_000);
});
