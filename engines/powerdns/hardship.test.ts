import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PowerDnsAway, type Rrset } from './index.ts';
import { makePrivateKey, TestDns, zoneOf } from './testing/index.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await new TestDns().lay();
  await dns.startPdns();
});
afterAll(() => dns.stop());

const set = (name: string, type: string, data: string): Rrset => ({ name, type, ttl: 300, records: [data] });
const ask = (name: string, type: string) => dns.ask(name, type, { port: dns.ports.pdns });

it('PowerDNS killed while it writes loses nothing that it acknowledged, and starts again', async () => {
  const many = Array.from({ length: 500 }, (_, index) => set(`h${index}.k.test`, 'A', `192.0.2.${index % 256}`));
  const signing = { privateKey: makePrivateKey() };
  await dns.api.createZone({ name: 'k.test', rrsets: zoneOf('k.test', many), signing });
  let acknowledged = 1;
  const write = async () => {
    for (let serial = acknowledged + 1; ; serial++) {
      await dns.api.patchZone('k.test', zoneOf('k.test', [set('last.k.test', 'TXT', `"${serial}"`)], serial));
      acknowledged = serial;
    }
  };
  for (let round = 0; round < 4; round++) {
    const writing = expect(write()).rejects.toThrow(PowerDnsAway);
    await sleep(150 + 40 * round);
    await dns.end('pdns');
    await writing;
    await dns.startPdns();
    const serial = Number((await ask('k.test', 'SOA'))[0]?.split(' ')[2]);
    // The one under way may have been written without our being told; then all of it was.
    expect([acknowledged, acknowledged + 1]).toContain(serial);
    expect(await ask('last.k.test', 'TXT')).toEqual([`"${serial}"`]);
    expect(await dns.api.readZone('k.test')).toHaveLength(503);
    acknowledged = serial;
  }
  expect(acknowledged).toBeGreaterThan(4);
});

it('a flood of names that are not there, in a signed zone, does not end PowerDNS', async () => {
  await dns.api.createZone({
    name: 'flood.test',
    rrsets: zoneOf('flood.test', [set('www.flood.test', 'A', '192.0.2.1')]),
    signing: { privateKey: makePrivateKey() },
  });
  const file = join(dns.folder, 'flood');
  writeFileSync(file, Array.from({ length: 200_000 }, (_, index) => `x${index}.flood.test A\n`).join(''));
  const load = ['-l', '4', '-c', '20', '-q', '60000', '-b', '4096', '-D'];
  const pid = dns.pidOf('pdns');
  const flags = ['-s', '127.0.0.1', '-p', String(dns.ports.pdns), '-d', file, ...load];
  // It has a line to say for each question that is dropped.
  await promisify(execFile)('dnsperf', flags, { maxBuffer: 2 ** 28 });
  expect(dns.said).not.toContain('respawning');
  expect(dns.pidOf('pdns')).toBe(pid);
  expect(await ask('www.flood.test', 'A')).toEqual(['192.0.2.1']);
});
