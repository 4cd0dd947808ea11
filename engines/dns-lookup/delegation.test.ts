import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode, type Packet } from 'dns-packet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestDns, zoneOf } from '../powerdns/testing/index.ts';
import { type LookUpOptions, lookUpDelegation, systemResolver } from './index.ts';

const set = (name: string, type: string, ...records: string[]) => ({ name, type, ttl: 300, records });
const digest = 'ab'.repeat(32);
const many = Array.from({ length: 40 }, (_, index) => `ns.a-name-that-nothing-shortens-${index}.example.net.`);

/** Knows who serves `test`, as a recursive resolver would. */
let resolver: TestDns;
/** Serves `test`. */
let parent: TestDns;
beforeAll(async () => {
  resolver = await new TestDns().lay();
  parent = await new TestDns().lay();
  await Promise.all([resolver.startPdns(), parent.startPdns()]);
  await parent.api.createZone({
    name: 'test',
    rrsets: zoneOf('test', [
      set('plain.test', 'NS', 'NS1.Example.NET.', 'ns2.example.net.'),
      set('signed.test', 'NS', 'ns1.example.net.'),
      set('signed.test', 'DS', `12345 13 2 ${digest}`, `12345 13 4 ${digest}${'cd'.repeat(16)}`),
      set('many.test', 'NS', ...many),
      set('cut.test', 'NS', 'ns1.cut.test.'),
      set('ns1.cut.test', 'A', '127.0.0.1'),
      set('host.test', 'A', '192.0.2.1'),
      set('below.between.test', 'A', '192.0.2.1'),
    ]),
  });
  await knowServersOf('test', { 'ns1.test': '127.0.0.1' });
});
afterAll(async () => {
  await resolver.stop();
  await parent.stop();
});

/** What the resolver says of a zone: its servers and their addresses. */
async function knowServersOf(zone: string, servers: Record<string, string>): Promise<void> {
  await resolver.api.deleteZone(zone);
  const [soa] = zoneOf(zone);
  const names = Object.keys(servers).map((name) => `${name}.`);
  const addresses = Object.entries(servers).map(([name, address]) => set(name, 'A', address));
  await resolver.api.createZone({ name: zone, rrsets: [soa!, set(zone, 'NS', ...names), ...addresses] });
}

const lookUp = (domain: string, changes: Partial<LookUpOptions> = {}) =>
  lookUpDelegation(domain, {
    resolver: `127.0.0.1:${resolver.ports.pdns}`,
    authorityPort: parent.ports.pdns,
    ...changes,
  });

describe('what the parent says', () => {
  it('is whom it delegates to, in lower case', async () => {
    const expected = { parent: 'test', nameservers: ['ns1.example.net', 'ns2.example.net'], ds: [] };
    expect(await lookUp('plain.test')).toEqual(expected);
    expect(await lookUp('PLAIN.Test.')).toEqual(expected);
  });

  it('includes every digest', async () => {
    const found = await lookUp('signed.test');
    expect(found).toMatchObject({ parent: 'test', nameservers: ['ns1.example.net'] });
    expect('ds' in found && found.ds.toSorted((a, b) => a.digestType - b.digestType)).toEqual([
      { keyTag: 12345, algorithm: 13, digestType: 2, digest: digest.toUpperCase() },
      { keyTag: 12345, algorithm: 13, digestType: 4, digest: `${digest}${'cd'.repeat(16)}`.toUpperCase() },
    ]);
  });

  it('is read over TCP where it does not fit into one packet', async () => {
    const found = await lookUp('many.test');
    expect('nameservers' in found && found.nameservers).toHaveLength(40);
  });

  it.each([
    ['gone.test', 'no-such-domain'],
    ['host.test', 'not-delegated'],
    ['between.test', 'not-delegated'],
  ])('is that %s is %s', async (domain, problem) => {
    expect(await lookUp(domain)).toMatchObject({ problem });
  });

  it('is asked one zone further down where a name between is delegated too', async () => {
    await knowServersOf('cut.test', { 'ns1.cut.test': '127.0.0.1' });
    await parent.api.createZone({
      name: 'cut.test',
      rrsets: zoneOf('cut.test', [set('deep.cut.test', 'NS', 'ns9.example.net.')]),
    });
    expect(await lookUp('deep.cut.test')).toEqual({ parent: 'cut.test', nameservers: ['ns9.example.net'], ds: [] });
    await parent.api.deleteZone('cut.test');
    // The zone's server does not serve it now.
    expect(await lookUp('deep.cut.test', { timeoutMs: 800 })).toMatchObject({ problem: 'unreachable' });
  });
});

describe('where somebody does not answer', () => {
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await knowServersOf('test', { 'ns1.test': '127.0.0.1' });
  });

  async function listen(address: string, port: number, answer: (message: Buffer, from: RemoteInfo) => void) {
    const socket = createSocket('udp4', answer).bind(port, address);
    sockets.push(socket);
    await once(socket, 'listening');
    return socket;
  }

  /** Sends these instead of the parent, one after the other. */
  const impersonate = async (replies: (asked: Packet) => Packet[]) => {
    await knowServersOf('test', { 'ns1.test': '127.0.0.2' });
    const socket = await listen('127.0.0.2', parent.ports.pdns, (message, from) => {
      for (const reply of replies(decode(message))) socket.send(encode(reply), from.port, from.address);
    });
  };
  const referral = (asked: Packet, owner: string, target: string): Packet => ({
    ...asked,
    type: 'response',
    flags: 0,
    authorities: [{ type: 'NS', name: owner, ttl: 300, data: target }],
    additionals: [],
  });

  it('another server of the parent is asked', async () => {
    await knowServersOf('test', { 'ns1.test': '127.0.0.3', 'ns2.test': '127.0.0.4', 'ns3.test': '127.0.0.1' });
    await listen('127.0.0.3', parent.ports.pdns, () => {});
    expect(await lookUp('plain.test')).toMatchObject({ nameservers: ['ns1.example.net', 'ns2.example.net'] });
  });

  it('a silent parent is unreachable, within the time that was given', async () => {
    await knowServersOf('test', { 'ns1.test': '127.0.0.3' });
    await listen('127.0.0.3', parent.ports.pdns, () => {});
    const fromMs = performance.now();
    expect(await lookUp('plain.test', { timeoutMs: 1500 })).toEqual({
      problem: 'unreachable',
      reason: '127.0.0.3 did not answer in time',
    });
    expect(performance.now() - fromMs).toBeLessThan(2500);
  });

  it('a silent resolver is too', async () => {
    const silent = await listen('127.0.0.3', 0, () => {});
    const found = await lookUp('plain.test', { resolver: `127.0.0.3:${silent.address().port}`, timeoutMs: 600 });
    expect(found).toMatchObject({ problem: 'unreachable' });
  });

  it('a server that may not be asked is not', async () => {
    let asked = 0;
    await impersonate((query) => {
      asked++;
      return [referral(query, 'plain.test', 'ns1.example.net')];
    });
    expect(await lookUp('plain.test', { mayAsk: (address) => address !== '127.0.0.2' })).toEqual({
      problem: 'unreachable',
      reason: 'no server of test may be asked',
    });
    expect(asked).toBe(0);
  });

  const noName = {
    type: 'DS' as const,
    name: 'other.test',
    ttl: 300,
    data: { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.alloc(32) },
  };

  it.each<[string, (asked: Packet) => Partial<Packet>]>([
    ['another id', ({ id = 0 }) => ({ id: (id + 1) & 0xffff })],
    ['another name', ({ questions }) => ({ questions: [{ ...questions![0]!, name: 'other.test' }] })],
    ['another type', ({ questions }) => ({ questions: [{ ...questions![0]!, type: 'A' }] })],
    ['another class', ({ questions }) => ({ questions: [{ ...questions![0]!, class: 'CH' }] })],
    ['a second question', ({ questions }) => ({ questions: [...questions!, { name: 'other.test', type: 'NS' }] })],
    ['no question', () => ({ questions: [] })],
    ['a question instead of a reply', () => ({ type: 'query' })],
  ])('a forged reply with %s is not believed', async (_, forge) => {
    await impersonate((asked) => {
      const forged = { ...referral(asked, 'plain.test', 'ns.evil.test'), ...forge(asked) };
      const isDs = asked.questions?.[0]?.type === 'DS';
      const said = isDs
        ? { ...asked, type: 'response' as const, flags: 0x0400, answers: [noName] }
        : referral(asked, 'plain.test', 'ns.true.test');
      return [forged, said];
    });
    expect(await lookUp('plain.test')).toEqual({ parent: 'test', nameservers: ['ns.true.test'], ds: [] });
  });

  it('who has no authority over the parent cannot say that there are no digests', async () => {
    await impersonate((asked) => [referral(asked, 'plain.test', 'ns1.example.net')]);
    expect(await lookUp('plain.test', { timeoutMs: 500 })).toMatchObject({ problem: 'unreachable' });
  });

  it.each(['other.test', '.'])('a referral of %s says nothing of the domain', async (owner) => {
    await impersonate((asked) => [referral(asked, owner, 'ns.evil.test')]);
    // Were it followed, this server would have an answer.
    await resolver.api.patchZone('test', [set('ns.evil.test', 'A', '127.0.0.1')]);
    expect(await lookUp('plain.test', { timeoutMs: 500 })).toMatchObject({ problem: 'unreachable' });
  });

  it('a zone elsewhere is not the one above', async () => {
    const soa = { mname: 'ns.evil.test', rname: 'x', serial: 1 };
    const answer = (asked: Packet): Packet => ({
      ...asked,
      type: 'response',
      answers: [{ type: 'SOA', name: 'elsewhere.net', ttl: 300, data: soa }],
      additionals: [],
    });
    const socket = await listen('127.0.0.3', 0, (message, from) => {
      socket.send(encode(answer(decode(message))), from.port, from.address);
    });
    expect(await lookUp('plain.test', { resolver: `127.0.0.3:${socket.address().port}` })).toEqual({
      problem: 'unreachable',
      reason: 'the resolver knows no zone above',
    });
  });

  it('noise is no answer, and does no harm', async () => {
    await knowServersOf('test', { 'ns1.test': '127.0.0.2' });
    const socket = await listen('127.0.0.2', parent.ports.pdns, (message, from) => {
      for (let length = 0; length <= message.length; length++) {
        const noise = Buffer.concat([message.subarray(0, length), Buffer.from([0xc0, length])]);
        if (noise.length > 2) noise[2] = 0x84;
        socket.send(noise, from.port, from.address);
      }
    });
    expect(await lookUp('plain.test', { timeoutMs: 600 })).toMatchObject({ problem: 'unreachable' });
  });
});

it('the system’s resolver is the first of its file, or this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'resolv-'));
  const file = join(folder, 'resolv.conf');
  try {
    expect(systemResolver(file)).toBe('127.0.0.1:53');
    writeFileSync(file, '# nameserver 192.0.2.9\nsearch test\nnameserver 192.0.2.1\nnameserver 192.0.2.2\n');
    expect(systemResolver(file)).toBe('192.0.2.1:53');
    writeFileSync(file, 'nameserver 2001:db8::1\n');
    expect(systemResolver(file)).toBe('[2001:db8::1]:53');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
