import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DnsUsageGap, DnsUsageHour } from '@headwater/contract/nodes/dns-document';
import { findPowerDns } from '@headwater/engines/powerdns';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { dnsZone, rrset } from './testing/dns-zone.ts';
import { RealDns } from './testing/real-dns.ts';

let control: FakeControlPlane;
let dns: RealDns;

/** What the control plane counts: each batch once. */
const counted = () => [...new Map(control.dnsBatches.map((batch) => [batch.batchId, batch])).values()];
const hours = (): DnsUsageHour[] => counted().flatMap((batch) => batch.hours);
const gaps = (): DnsUsageGap[] => counted().flatMap((batch) => batch.gaps);
const sum = (of: Partial<DnsUsageHour> = {}): number =>
  hours()
    .filter((hour) => Object.entries(of).every(([field, value]) => hour[field as keyof DnsUsageHour] === value))
    .reduce((total, { queries }) => total + queries, 0);

/** Asks for www of the domain this often; answers how many answers came. */
async function flood(count: number, perSecond: number): Promise<number> {
  const file = join(dns.folder, 'questions');
  await writeFile(file, 'www.shop.test A\n'.repeat(count));
  const args = ['-s', '127.0.0.1', '-p', String(dns.port), '-d', file, '-n', '1', '-Q', String(perSecond), '-q', '50'];
  const { stdout } = await promisify(execFile)('dnsperf', args);
  return Number(/Queries completed:\s+(\d+)/.exec(stdout)?.[1]);
}

describe.skipIf(!findPowerDns().ok)('usage of a real name server', () => {
  beforeEach(async () => {
    control = await new FakeControlPlane('dns').start();
    dns = await new RealDns(control).prepare();
    control.put('domain/shop', dnsZone('shop.test', 1, [rrset('www.shop.test', 'A', '192.0.2.1')]));
  });
  afterEach(async () => {
    await dns.remove();
    await control.stop();
    expect(control.violations).toEqual([]);
  });

  async function start(): Promise<void> {
    await dns.startAll();
    await dns.acknowledged(control.seq);
  }

  test('is counted by the longest zone, type and code; names of nobody count for nobody', async () => {
    control.put('domain/sub', dnsZone('sub.shop.test', 1, [rrset('a.sub.shop.test', 'A', '192.0.2.2')]));
    await start();
    await dns.ask('www.shop.test', 'A');
    await dns.ask('WWW.shop.test', 'A');
    await dns.ask('none.shop.test', 'MX');
    await dns.ask('www.shop.test', 'TYPE65400');
    await dns.ask('a.sub.shop.test', 'A');
    await dns.dig('shop.test', 'AXFR', '+tcp');
    await dns.dig('elsewhere.test', 'A');
    await until(() => sum() === 6, 'all of the usage');
    expect(sum({ zoneId: 'shoptest', type: 'A', rcode: 'NOERROR' })).toBe(2);
    expect(sum({ zoneId: 'shoptest', type: 'MX', rcode: 'NXDOMAIN' })).toBe(1);
    expect(sum({ zoneId: 'shoptest', type: 'TYPE65400', rcode: 'NOERROR' })).toBe(1);
    expect(sum({ zoneId: 'shoptest', type: 'AXFR', rcode: 'REFUSED' })).toBe(1);
    expect(sum({ zoneId: 'subshoptest', type: 'A', rcode: 'NOERROR' })).toBe(1);
    expect(hours()[0]?.hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
    await dns.acknowledged(control.put('domain/sub', null));
    await dns.ask('a.sub.shop.test', 'A');
    await until(() => sum({ zoneId: 'shoptest', rcode: 'NXDOMAIN' }) === 2, 'the count of the zone above');
    expect(gaps()).toEqual([]);
  });

  test('is exact while the control plane is away and loses answers', async () => {
    await start();
    control.failing = true;
    const before = await flood(5000, 2000);
    control.loseUsageAnswers = 2;
    control.failing = false;
    const after = await flood(3000, 2000);
    await until(() => sum() >= before + after, 'all of the usage', 12_000);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(sum()).toBe(before + after);
    expect(before + after).toBe(8000);
    expect(control.dnsBatches.length).toBeGreaterThan(counted().length);
    expect(gaps()).toEqual([]);
  });

  test('is kept while it cannot be written, which is told', async () => {
    await start();
    const outbox = join(dns.folder, 'outbox');
    await rename(outbox, `${outbox}.away`);
    await writeFile(outbox, 'no folder');
    const before = await flood(500, 1000);
    const isTold = () => dns.last?.warnings.join().includes('What was counted cannot be written') === true;
    await until(isTold, 'the warning');
    const after = await flood(500, 1000);
    await rm(outbox);
    await rename(`${outbox}.away`, outbox);
    await until(() => sum() >= before + after, 'all of the usage');
    await until(() => !isTold(), 'the end of the warning');
    expect(sum()).toBe(before + after);
  });

  test('kill -9 of the agent leaves a gap that is told, and everything else counted', async () => {
    await start();
    const before = await flood(1000, 2000);
    await until(() => sum() === before, 'the usage of before');
    const killedMs = Date.now();
    await dns.end('agent');
    await flood(50, 100);
    dns.start('agent');
    await until(() => gaps().length > 0, 'the gap');
    const startedMs = Date.now();
    const [gap] = gaps();
    expect(Date.parse(gap?.from ?? '')).toBeGreaterThan(killedMs - 6000);
    expect(Date.parse(gap?.from ?? '')).toBeLessThanOrEqual(killedMs);
    expect(Date.parse(gap?.until ?? '')).toBeGreaterThan(killedMs);
    expect(Date.parse(gap?.until ?? '')).toBeLessThanOrEqual(startedMs);
    const after = await flood(1000, 2000);
    await until(() => sum() >= before + after, 'the usage of after');
    expect(gaps()).toHaveLength(1);
    expect(sum()).toBeLessThanOrEqual(before + 50 + after);
  });

  test('kill -9 of dnsdist leaves a gap that is told', async () => {
    await start();
    const before = await flood(1000, 2000);
    await until(() => sum() === before, 'the usage of before');
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const killedMs = Date.now();
    await dns.end('dnsdist');
    await until(() => dns.last?.serving === false, 'the report');
    dns.start('dnsdist');
    await until(() => gaps().length > 0, 'the gap');
    const [gap] = gaps();
    expect(Date.parse(gap?.from ?? '')).toBeGreaterThan(killedMs - 6000);
    expect(Date.parse(gap?.from ?? '')).toBeLessThanOrEqual(killedMs);
    expect(Date.parse(gap?.until ?? '')).toBeGreaterThanOrEqual(killedMs);
    const after = await flood(1000, 2000);
    await until(() => sum() >= before + after, 'the usage of after');
    expect(sum()).toBe(before + after);
    expect(gaps()).toHaveLength(1);
  });

  test('a clean stop of everything, or of an agent that nobody asked anything meanwhile, leaves no gap', async () => {
    await start();
    const before = await flood(1000, 2000);
    await until(() => sum() === before, 'the usage');
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await dns.end('agent', 'SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    dns.start('agent');
    await until(() => dns.said.split('PowerDNS is there').length === 3, 'the second life');
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await Promise.all([dns.end('dnsdist', 'SIGTERM'), dns.end('agent', 'SIGTERM')]);
    await dns.end('pdns', 'SIGTERM');
    for (const program of ['pdns', 'dnsdist', 'agent'] as const) dns.start(program);
    await until(() => dns.said.split('PowerDNS is there').length === 4, 'the third life');
    const after = await flood(1000, 2000);
    await until(() => sum() >= before + after, 'the usage of after');
    expect(sum()).toBe(before + after);
    expect(gaps()).toEqual([]);
  });

  test('an agent that was stopped while names were answered tells the gap', async () => {
    await start();
    await dns.ask('www.shop.test', 'A');
    await until(() => sum() === 1, 'the usage');
    await dns.end('agent', 'SIGTERM');
    const stoppedMs = Date.now();
    await flood(100, 100);
    dns.start('agent');
    await until(() => gaps().length > 0, 'the gap');
    expect(Math.abs(Date.parse(gaps()[0]?.from ?? '') - stoppedMs)).toBeLessThan(6000);
  });
});
