import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PowerDnsAway, PowerDnsRefused, testDns } from './index.ts';
import { TestDns, zoneOf } from './testing/index.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await new TestDns().start();
});
afterAll(() => dns.stop());

const address = (name: string, value: string) => ({ name, type: 'A', ttl: 300, records: [value] });

it('both programs accept what is laid for them', async () => {
  await testDns(dns.layout);
});

it('a zone is answered over UDP and TCP with our own serial, and gone once deleted', async () => {
  await dns.api.createZone({
    name: 'plain.test',
    rrsets: zoneOf('plain.test', [address('www.plain.test', '192.0.2.1')], 77),
  });
  expect(await dns.ask('www.plain.test', 'A')).toEqual(['192.0.2.1']);
  expect(await dns.ask('www.plain.test', 'A', { tcp: true })).toEqual(['192.0.2.1']);
  expect((await dns.ask('plain.test', 'SOA'))[0]).toContain(' 77 ');
  expect(await dns.api.listZones()).toContainEqual({ name: 'plain.test', serial: 77 });
  await dns.api.deleteZone('plain.test');
  expect(await dns.dig('www.plain.test', 'A')).toContain('status: REFUSED');
  expect(await dns.api.readZone('plain.test')).toBeUndefined();
});

it('a change is the next answer, and a refused one leaves the zone as it was', async () => {
  await dns.api.createZone({
    name: 'change.test',
    rrsets: zoneOf('change.test', [address('www.change.test', '192.0.2.1')]),
  });
  expect(await dns.ask('www.change.test', 'A')).toEqual(['192.0.2.1']);
  await dns.api.patchZone('change.test', [...zoneOf('change.test', [address('www.change.test', '192.0.2.2')], 2)]);
  expect(await dns.ask('www.change.test', 'A')).toEqual(['192.0.2.2']);
  expect((await dns.ask('change.test', 'SOA'))[0]).toContain(' 2 ');
  const refused = dns.api.patchZone('change.test', [
    address('other.change.test', '192.0.2.3'),
    address('www.change.test', 'nonsense'),
  ]);
  await expect(refused).rejects.toThrow(PowerDnsRefused);
  await expect(refused).rejects.toThrow(/^Record www\.change\.test\.\/A 'nonsense': .*while parsing IP address/);
  expect(await dns.ask('www.change.test', 'A')).toEqual(['192.0.2.2']);
  expect(await dns.ask('other.change.test', 'A')).toEqual([]);
  await dns.api.patchZone('change.test', [{ name: 'www.change.test', type: 'A', ttl: 0, records: null }]);
  expect(await dns.dig('www.change.test', 'A')).toContain('status: NXDOMAIN');
});

it('the uptime begins anew with PowerDNS', async () => {
  await sleep(2100);
  expect(await dns.api.readUptimeSeconds()).toBeGreaterThanOrEqual(2);
  await dns.end('pdns');
  await expect(dns.api.readUptimeSeconds()).rejects.toThrow(PowerDnsAway);
  const startedAtMs = performance.now();
  await dns.startPdns();
  const uptimeSeconds = await dns.api.readUptimeSeconds();
  // Counted in whole seconds of the clock, of which the start itself may have seen several on a busy machine.
  expect(uptimeSeconds).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAtMs) / 1000));
});
