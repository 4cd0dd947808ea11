import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rrset } from './index.ts';
import { makePrivateKey, TestDns, zoneOf } from './testing/index.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await new TestDns().start();
});
afterAll(() => dns.stop());

const set = (name: string, type: string, ...records: string[]): Rrset => ({ name, type, ttl: 300, records });

const everyKind = [
  set('www.s.test', 'A', '192.0.2.1'),
  set('_sip._tcp.s.test', 'SRV', '0 5 5060 www.s.test.'),
  set('*.wild.s.test', 'TXT', '"wild"'),
  set('*.cname.s.test', 'CNAME', 'www.s.test.'),
  set('deep.between.s.test', 'A', '192.0.2.2'),
  set('insecure.s.test', 'NS', 'ns.insecure.s.test.'),
  set('ns.insecure.s.test', 'A', '192.0.2.3'),
  set('secure.s.test', 'NS', 'ns1.example.net.'),
  set('secure.s.test', 'DS', `12345 13 2 ${'ab'.repeat(32)}`),
  set('one.s.test', 'CNAME', 'two.s.test.'),
  set('two.s.test', 'CNAME', 'www.s.test.'),
  set('dangling.s.test', 'CNAME', 'gone.s.test.'),
  set('towild.s.test', 'CNAME', 'x.wild.s.test.'),
];

const questions: [kind: string, name: string, type: string][] = [
  ['an answer', 'www.s.test', 'A'],
  ['the apex', 's.test', 'SOA'],
  ['the keys', 's.test', 'DNSKEY'],
  ['a service name', '_sip._tcp.s.test', 'SRV'],
  ['a type that is not there', 'www.s.test', 'AAAA'],
  ['a type that is not there, at the apex', 's.test', 'TXT'],
  ['a name that is not there', 'gone.s.test', 'A'],
  ['a name below one that is not there', 'a.b.gone.s.test', 'A'],
  ['a name after the last', 'zzzz.s.test', 'A'],
  ['a wildcard', 'x.wild.s.test', 'TXT'],
  ['a wildcard two labels deep', 'x.y.wild.s.test', 'TXT'],
  ['a wildcard itself', '*.wild.s.test', 'TXT'],
  ['a type that a wildcard has not', 'x.wild.s.test', 'A'],
  ['a wildcard that is an alias', 'x.cname.s.test', 'A'],
  ['a name between others', 'between.s.test', 'A'],
  ['a name that was between others', 'was.s.test', 'A'],
  ['a name that is no more', 'short.was.s.test', 'A'],
  ['a chain of aliases', 'one.s.test', 'A'],
  ['a chain of aliases to a type that is not there', 'one.s.test', 'AAAA'],
  ['an alias of nothing', 'dangling.s.test', 'A'],
  ['an alias of a wildcard', 'towild.s.test', 'TXT'],
  ['the digest of a signed child', 'secure.s.test', 'DS'],
  ['no digest of an unsigned child', 'insecure.s.test', 'DS'],
];

/** What delv says with this digest of the zone's key as its only anchor. */
async function validate(digest: string, name: string, type: string): Promise<string> {
  const [keyTag, algorithm, digestType, hex] = digest.split(' ');
  const anchor = join(dns.folder, 'anchor');
  writeFileSync(anchor, `trust-anchors { "s.test." static-ds ${keyTag} ${algorithm} ${digestType} "${hex}"; };\n`);
  const flags = ['@127.0.0.1', '-p', String(dns.port), '-a', anchor, '+root=s.test'];
  return promisify(execFile)('delv', [...flags, name, type]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
}

/** The digests of the keys that are served, made by dnssec-dsfromkey's rules in PowerDNS. */
async function digestOf(privateKey: string): Promise<string> {
  const [digest = ''] = await dns.api.readDigests('s.test');
  expect(await dns.api.readKeys('s.test')).toEqual([
    expect.stringContaining(privateKey.split('PrivateKey: ')[1]!.trim()),
  ]);
  return digest;
}

const made: [how: string, make: (privateKey: string) => Promise<void>][] = [
  [
    'made signed, in one go',
    (privateKey) =>
      dns.api.createZone({ name: 's.test', rrsets: zoneOf('s.test', everyKind), signing: { privateKey } }),
  ],
  [
    'signed later',
    async (privateKey) => {
      await dns.api.createZone({ name: 's.test', rrsets: zoneOf('s.test', everyKind) });
      await dns.api.setKey('s.test', privateKey);
    },
  ],
  [
    'changed while signed',
    async (privateKey) => {
      await dns.api.createZone({ name: 's.test', rrsets: zoneOf('s.test'), signing: { privateKey } });
      await dns.api.patchZone('s.test', [set('short.was.s.test', 'A', '192.0.2.9')]);
      for (const one of everyKind) await dns.api.patchZone('s.test', [one]);
      await dns.api.patchZone('s.test', [{ ...set('short.was.s.test', 'A'), records: null }]);
    },
  ],
];

describe.each(made)('in a zone %s', (_, make) => {
  const privateKey = makePrivateKey();
  let digest: string;
  beforeAll(async () => {
    await make(privateKey);
    digest = await digestOf(privateKey);
  });
  afterAll(() => dns.api.deleteZone('s.test'));

  it.each(questions)('%s validates', async (_kind, name, type) => {
    const said = await validate(digest, name, type);
    expect(said).toContain('fully validated');
    expect(said).not.toMatch(/unsigned|failed|broken/);
  });

  it('a referral to an unsigned child proves that it is unsigned, and its glue is not signed', async () => {
    const said = await dns.dig('www.insecure.s.test', 'A', { args: ['+dnssec', '+norec'] });
    expect(said).toMatch(/insecure\.s\.test\.\s+300\s+IN\s+NSEC\s.* NS RRSIG NSEC\n/);
    expect(said).toMatch(/insecure\.s\.test\.\s+300\s+IN\s+RRSIG\s+NSEC /);
    expect(said).toMatch(/ns\.insecure\.s\.test\.\s+300\s+IN\s+A\s+192\.0\.2\.3/);
    expect(said).not.toMatch(/RRSIG\s+(A|NS) /);
  });
});

describe('keys', () => {
  const privateKey = makePrivateKey();
  beforeEach(() => dns.api.deleteZone('s.test'));

  it('the same key gives the same digest after the zone was lost, and validates', async () => {
    const zone = { name: 's.test', rrsets: zoneOf('s.test', everyKind), signing: { privateKey } };
    await dns.api.createZone(zone);
    const digest = await digestOf(privateKey);
    await dns.api.deleteZone('s.test');
    await dns.api.createZone(zone);
    expect(await digestOf(privateKey)).toBe(digest);
    expect(await validate(digest, 'www.s.test', 'A')).toContain('fully validated');
  });

  it('another key takes the place of the first; none leaves no signature', async () => {
    await dns.api.createZone({ name: 's.test', rrsets: zoneOf('s.test', everyKind), signing: { privateKey } });
    const before = await digestOf(privateKey);
    const next = makePrivateKey();
    await dns.api.setKey('s.test', next);
    const after = await digestOf(next);
    expect(await validate(after, 'www.s.test', 'A')).toContain('fully validated');
    expect(await validate(before, 'www.s.test', 'A')).not.toContain('fully validated');
    await dns.api.setKey('s.test', null);
    expect(await dns.ask('s.test', 'DNSKEY')).toEqual([]);
    expect(await dns.dig('www.s.test', 'A', { args: ['+dnssec'] })).not.toContain('RRSIG');
  });

  it('a key that is none is refused, and leaves no zone half made', async () => {
    const zone = { name: 's.test', rrsets: zoneOf('s.test'), signing: { privateKey: 'nonsense' } };
    await expect(dns.api.createZone(zone)).rejects.toThrow();
    expect(await dns.api.readZone('s.test')).toBeUndefined();
  });
});
