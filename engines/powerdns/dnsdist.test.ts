import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rrset, readCounters } from './index.ts';
import { TestDns, zoneOf } from './testing/index.ts';

const set = (name: string, type: string, ...records: string[]): Rrset => ({ name, type, ttl: 300, records });
const long = Array.from({ length: 30 }, (_, index) => `"${String(index).padStart(100, 'x')}"`);

let dns: TestDns;
beforeAll(async () => {
  dns = await new TestDns().start();
  const rrsets = zoneOf('d.test', [set('www.d.test', 'A', '192.0.2.1'), set('long.d.test', 'TXT', ...long)]);
  await dns.api.createZone({ name: 'd.test', rrsets });
});
afterAll(() => dns.stop());

async function secondsUntilAnswered(): Promise<number> {
  const fromMs = performance.now();
  for (;;) {
    const answer = await dns.ask('www.d.test', 'A').catch(() => []);
    if (answer[0] === '192.0.2.1') return (performance.now() - fromMs) / 1000;
    if (performance.now() - fromMs > 20_000) throw new Error(`no answer: ${dns.said}`);
    await sleep(20);
  }
}

it('what does not fit into one packet is cut over UDP and whole over TCP', async () => {
  const cut = await dns.dig('long.d.test', 'TXT', { args: ['+ignore', '+bufsize=4096'] });
  expect(cut).toMatch(/flags: qr aa tc/);
  expect(Number(/MSG SIZE\s+rcvd: (\d+)/.exec(cut)?.[1])).toBeLessThanOrEqual(1232);
  expect(await dns.ask('long.d.test', 'TXT', { tcp: true })).toHaveLength(30);
});

it('zones are not given away, and cannot be changed or announced from outside', async () => {
  expect(await dns.dig('d.test', 'AXFR', { tcp: true })).toContain('Transfer failed');
  expect(await dns.dig('d.test', 'IXFR=1', { tcp: true })).not.toContain('192.0.2.1');
  expect(await dns.dig('d.test', 'AXFR', { tcp: true, port: dns.ports.pdns })).toContain('Transfer failed');
  for (const opcode of ['NOTIFY', 'UPDATE'])
    expect(await dns.dig('d.test', 'SOA', { args: [`+opcode=${opcode}`] })).toContain('status: NOTIMP');
});

it('a question for everything is answered over TCP only', async () => {
  const said = await dns.dig('d.test', 'ANY', { args: ['+ignore'] });
  expect(said).toMatch(/flags: qr[a ]* tc/);
  expect(said).toContain('ANSWER: 0');
  expect(await dns.dig('d.test', 'ANY', { tcp: true })).toContain('SOA');
});

it('neither program tells its name or version', async () => {
  for (const name of ['version.bind', 'version.server', 'id.server', 'hostname.bind'])
    expect(await dns.dig(name, 'TXT', { args: ['+nocmd', '+nostats', '-c', 'CH', '+nsid'] })).not.toMatch(
      /powerdns|dnsdist|NSID|\d\.\d\.\d/i,
    );
});

it('a name of somebody else is refused, and no recursion is offered', async () => {
  const said = await dns.dig('www.example.net', 'A', { args: ['+rec'] });
  expect(said).toContain('status: REFUSED');
  expect(said).toMatch(/flags: qr rd;/);
});

it('PowerDNS may be killed at any time: answers come again within a second of its start, with all that was acknowledged', async () => {
  await dns.api.patchZone('d.test', [set('last.d.test', 'A', '192.0.2.7')]);
  await dns.end('pdns');
  // Silence, or SERVFAIL where dnsdist has noticed already.
  expect(await dns.ask('www.d.test', 'A').catch(() => [])).toEqual([]);
  await dns.startPdns();
  expect(await secondsUntilAnswered()).toBeLessThan(2);
  expect(await dns.ask('last.d.test', 'A')).toEqual(['192.0.2.7']);
});

it('while PowerDNS is away for longer resolvers are sent on, and dnsdist need not be started again', async () => {
  await dns.end('pdns');
  let said = '';
  for (let tries = 0; !said.includes('SERVFAIL') && tries < 100; tries++) {
    await sleep(50);
    said = await dns.dig('www.d.test', 'A').catch(() => '');
  }
  expect(said).toContain('status: SERVFAIL');
  await dns.startPdns();
  expect(await secondsUntilAnswered()).toBeLessThan(3);
});

it('dnsdist comes up before PowerDNS does', async () => {
  await dns.end('dnsdist');
  await dns.end('pdns');
  await dns.startDnsdist();
  await dns.startPdns();
  expect(await secondsUntilAnswered()).toBeLessThan(3);
});

it('dnsdist counts what it answered since its start, and says which start that was', async () => {
  const { life } = await readCounters(dns.layout.counters);
  await dns.end('dnsdist');
  await dns.startDnsdist();
  const before = await readCounters(dns.layout.counters);
  for (const type of ['A', 'AAAA', 'MX']) await dns.dig('www.d.test', type);
  await dns.dig('d.test', 'AXFR', { tcp: true });
  const after = await readCounters(dns.layout.counters);
  expect(after).toEqual({ life: before.life, answered: before.answered + 4, logged: before.logged + 4, dropped: 0 });
  expect(before.life).toMatch(/^[0-9a-f]{16}$/);
  expect(before.life).not.toBe(life);
});

it('who asks too often over UDP is sent to TCP, where the answer is', async () => {
  const limited = await new TestDns({ maxQueriesPerSecondPerAddress: 5 }).start();
  try {
    await limited.api.createZone({ name: 'd.test', rrsets: zoneOf('d.test', [set('www.d.test', 'A', '192.0.2.1')]) });
    const asked = Array.from({ length: 30 }, () => limited.dig('www.d.test', 'A', { args: ['+ignore'] }));
    const cut = (await Promise.all(asked)).filter((said) => / tc[ ;]/.test(said));
    expect(cut.length).toBeGreaterThan(10);
    expect(await limited.ask('www.d.test', 'A', { tcp: true })).toEqual(['192.0.2.1']);
  } finally {
    await limited.stop();
  }
});

it('without being told a limit, others have one and this machine has none', async () => {
  const open = await new TestDns({ address: '0.0.0.0' }).start();
  try {
    await open.api.createZone({ name: 'd.test', rrsets: zoneOf('d.test', [set('www.d.test', 'A', '192.0.2.1')]) });
    const whole = Number(/rcvd: (\d+)/.exec(await open.dig('www.d.test', 'A', { args: ['+noedns'] }))?.[1]);
    expect(await averageBytes(open, '127.0.0.1')).toBe(whole);
    const outer = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const address = outer.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    // A machine without a network has nobody else.
    if (address) expect(await averageBytes(open, address)).toBeLessThan(whole);
  } finally {
    await open.stop();
  }
});

/** Of 6000 answers within two seconds; those that are cut are shorter. */
async function averageBytes({ folder, port }: TestDns, address: string): Promise<number> {
  const file = join(folder, 'questions');
  writeFileSync(file, 'www.d.test A\n');
  const flags = ['-s', address, '-p', String(port), '-d', file, '-n', '6000', '-Q', '3000'];
  const { stdout } = await promisify(execFile)('dnsperf', flags);
  return Number(/response (\d+)/.exec(stdout)?.[1]);
}

it('IPv6 is an address like any other', async () => {
  const six = await new TestDns({ address: '::1' }).start();
  try {
    await six.api.createZone({ name: 'd.test', rrsets: zoneOf('d.test', [set('www.d.test', 'A', '192.0.2.1')]) });
    expect(await six.ask('www.d.test', 'A')).toEqual(['192.0.2.1']);
    expect(await six.ask('www.d.test', 'A', { tcp: true })).toEqual(['192.0.2.1']);
  } finally {
    await six.stop();
  }
});

it('all addresses are those of IPv4 too', async () => {
  const open = await new TestDns({ address: '::' }).start();
  try {
    for (const server of ['@::1', '@127.0.0.1'])
      for (const tcp of [false, true])
        expect(await open.dig('d.test', 'A', { tcp, args: [server] })).toMatch(/status: REFUSED/);
  } finally {
    await open.stop();
  }
});
