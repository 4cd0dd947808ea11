import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { type Collector, nameRcode, nameType, startCollector } from './index.ts';
import { TestDns, zoneOf } from './testing/index.ts';

const begun: (Collector | TestDns)[] = [];
afterEach(async () => {
  for (const one of begun.splice(0)) await ('close' in one ? one.close() : one.stop());
});

type Seen = [name: string, type: number, rcode: number, timeSeconds: number];

async function collect(port = 0): Promise<{ collector: Collector; seen: Seen[] }> {
  const seen: Seen[] = [];
  const collector = await startCollector({ host: '127.0.0.1', port, onResponse: (...answer) => seen.push(answer) });
  begun.push(collector);
  return { collector, seen };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isSo() && waitedMs < 10_000; waitedMs += 20) await sleep(20);
}

/** Length-delimited fields have their length before them, numbers below 128 stand as they are. */
const part = (key: number, bytes: Buffer) => Buffer.concat([Buffer.from([key, bytes.length]), bytes]);
const number = (key: number, value: number) => Buffer.from([key, value]);

function frame(name: string, { kind = 2, type = 1, rcode = 0 } = {}): Buffer {
  const question = Buffer.concat([part(0x0a, Buffer.from(name)), number(0x10, type)]);
  const unread = part(0x12, Buffer.from('server'));
  const body = Buffer.concat([
    number(0x08, kind),
    unread,
    number(0x48, 7),
    Buffer.from([0x50, 0xa0, 0xc2, 0x1e]),
    part(0x62, question),
    part(0x6a, number(0x08, rcode)),
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([length, body]);
}

it('dnsperf and the collector count the same number of answers', async () => {
  const dns = await new TestDns().lay();
  begun.push(dns);
  const { collector, seen } = await collect(dns.ports.collector);
  await dns.startPdns();
  await dns.startDnsdist();
  await dns.api.createZone({ name: 'count.test', rrsets: zoneOf('count.test') });
  await until(() => seen.some(([name]) => name === 'health.invalid'));
  const before = collector.counts.read;
  const file = join(dns.folder, 'questions');
  writeFileSync(file, 'count.test SOA\ngone.count.test A\nCOUNT.test MX\nelsewhere.test A\n');
  const flags = ['-s', '127.0.0.1', '-p', String(dns.port), '-d', file, '-l', '2', '-Q', '5000'];
  const { stdout } = await promisify(execFile)('dnsperf', flags);
  const completed = Number(/Queries completed:\s+(\d+)/.exec(stdout)?.[1]);
  expect(completed).toBeGreaterThan(1000);
  await until(() => collector.counts.read - before >= completed);
  await sleep(100);
  expect(collector.counts).toEqual({ read: before + completed, malformed: 0 });
  const kinds = new Set(
    seen.slice(before).map(([name, type, rcode]) => `${name} ${nameType(type)} ${nameRcode(rcode)}`),
  );
  expect([...kinds].sort()).toEqual([
    'count.test MX NOERROR',
    'count.test SOA NOERROR',
    'elsewhere.test A REFUSED',
    'gone.count.test A NXDOMAIN',
  ]);
  for (const [, , , timeSeconds] of seen) expect(Math.abs(timeSeconds - Date.now() / 1000)).toBeLessThan(60);
});

it('what is answered while no collector is there is counted once one is', async () => {
  const dns = await new TestDns().start();
  begun.push(dns);
  for (let asked = 0; asked < 5; asked++) await dns.dig('early.test', 'A');
  const { seen } = await collect(dns.ports.collector);
  const countEarly = () => seen.filter(([name]) => name === 'early.test').length;
  await until(() => countEarly() >= 5);
  expect(countEarly()).toBe(5);
});

it('messages are whole however the connection tears them', async () => {
  const { collector, seen } = await collect();
  const all = Buffer.concat([frame('One.test.'), frame('two.test.', { type: 28, rcode: 3 }), frame('.')]);
  for (const size of [1, 2, 3, 7, all.length]) {
    seen.length = 0;
    const socket = connect(collector.port, '127.0.0.1').setNoDelay(true);
    for (let at = 0; at < all.length; at += size) {
      socket.write(all.subarray(at, at + size));
      await sleep(1);
    }
    socket.end();
    await once(socket, 'close');
    expect(seen).toEqual([
      ['one.test', 1, 0, 7.5],
      ['two.test', 28, 3, 7.5],
      ['', 1, 0, 7.5],
    ]);
  }
  expect(collector.counts.malformed).toBe(0);
});

it('what is no answer is counted as such, and the next message is read', async () => {
  const { collector, seen } = await collect();
  const socket = connect(collector.port, '127.0.0.1');
  const good = frame('good.test.');
  const noise = Array.from({ length: 300 }, (_, index) => {
    const bytes = Buffer.from(good.subarray(2));
    bytes[index % bytes.length] = 255 - (index % 7);
    return bytes;
  });
  const framed = noise.map((bytes) => Buffer.concat([Buffer.from([0, bytes.length]), bytes]));
  socket.write(
    Buffer.concat([Buffer.from([0, 0]), Buffer.from([0, 1, 0xff]), frame('asked.test.', { kind: 1 }), ...framed, good]),
  );
  await until(() => collector.counts.read + collector.counts.malformed >= 304);
  socket.destroy();
  expect(collector.counts.read + collector.counts.malformed).toBe(304);
  expect(collector.counts.malformed).toBeGreaterThan(100);
  expect(seen.at(-1)).toEqual(['good.test', 1, 0, 7.5]);
});

it('numbers without a name keep their number', () => {
  expect([nameType(65_400), nameType(257), nameRcode(11), nameRcode(5)]).toEqual([
    'TYPE65400',
    'CAA',
    'RCODE11',
    'REFUSED',
  ]);
});
