import fc from 'fast-check';
import { type RecordInput, type RecordType, recordTypes } from '../record-types.ts';

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const octet = fc.integer({ min: 0, max: 255 });
const short = fc.integer({ min: 0, max: 65_535 });
const hex = (digits: number) => fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${digits}}$`));
const ipv4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));
// Not IPv4 addresses in IPv6 form, which are refused.
const ipv6 = fc.ipV6().filter((text) => !text.includes('.') && !/^(0*:)/.test(text));
const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => `${labels.join('.')}.example.net.`);
const join = (...parts: fc.Arbitrary<unknown>[]) => fc.tuple(...parts).map((values) => values.join(' '));
const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const printable = fc.stringMatching(/^[ -~]{0,40}$/);

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('"', '\\', ';', ' ', '(', ')', '@', '\t', '1', 'é', '水', '$'), maxLength: 400 }),
    printable,
  )
  .map((value) => value.replace(/[^\P{Cc}\t]|\p{Surrogate}/gu, ''));

const certificate = fc.oneof(
  join(fc.constantFrom(0, 1, 2, 3), fc.constantFrom(0, 1), fc.constant(1), hex(64)),
  join(fc.constantFrom(0, 1, 2, 3), fc.constantFrom(0, 1), fc.constant(2), hex(128)),
);
const parameters = fc.subarray(
  [
    'alpn=h2,h3',
    'port=8443',
    'ipv4hint=192.0.2.1,192.0.2.2',
    'ech="AEn+DQ=="',
    'ipv6hint=2001:db8::1',
    'dohpath=/q{?dns}',
    'key99="a , \\"b\\" \\200"',
    'key8=',
  ],
  { minLength: 0 },
);
const binding = fc.oneof(
  join(
    fc.integer({ min: 1, max: 65_535 }),
    fc.oneof(name, fc.constant('.')),
    parameters.map((list) => list.join(' ')),
  ),
  join(fc.constant(0), name),
);
const angle = (most: number, sides: readonly string[]) =>
  join(
    fc.integer({ min: 0, max: most - 1 }),
    fc.integer({ min: 0, max: 59 }),
    fc
      .oneof(fc.constant(0), fc.integer({ min: 0, max: 59_999 }))
      .map((milliseconds) => (milliseconds / 1000).toFixed(3)),
    fc.constantFrom(...sides),
  );
const metres = fc.integer({ min: 0, max: 4_000_000_000 }).map((centimetres) => `${(centimetres / 100).toFixed(2)}m`);

const data: Record<RecordType, fc.Arbitrary<string>> = {
  A: ipv4,
  AAAA: ipv6,
  CNAME: name,
  MX: name,
  TXT: fc.oneof(
    text.map(quote),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((list) => list.map(quote).join(' ')),
  ),
  SRV: name,
  CAA: fc.constantFrom(
    '0 issue "letsencrypt.org"',
    '128 issuewild ";"',
    '0 issue "ca.example; validationmethods=dns-01"',
    '0 iodef "mailto:a@example.com"',
    '0 contactemail "a@example.com"',
  ),
  NS: name,
  PTR: name,
  DS: fc.oneof(
    join(short, fc.constantFrom(8, 13, 15), fc.constant(2), hex(64)),
    join(short, fc.constantFrom(8, 13, 15), fc.constant(4), hex(96)),
  ),
  TLSA: certificate,
  SSHFP: fc.oneof(
    join(fc.constantFrom(1, 3, 4), fc.constant(2), hex(64)),
    join(fc.constantFrom(1, 3, 4), fc.constant(1), hex(40)),
  ),
  SMIMEA: certificate,
  NAPTR: join(
    short,
    short,
    fc.constantFrom('"S"', '"u"', '""'),
    fc.constantFrom('"SIP+D2U"', '""'),
    fc.constantFrom('""', '"!^.*$!sip:info@example.com!"', '"!^(.*)$!sip:\\\\1@example.com!i"'),
    fc.oneof(name, fc.constant('.')),
  ),
  LOC: join(
    angle(90, ['N', 'S']),
    angle(180, ['E', 'W']),
    fc.integer({ min: -10_000_000, max: 400_000_000 }).map((cm) => (cm / 100).toFixed(2)),
    metres,
    metres,
    metres,
  ),
  HTTPS: binding,
  SVCB: binding,
  URI: join(
    short,
    short,
    fc.constantFrom('"https://www.example.com/a?b=c"', '"sip:a@example.com"', '"ftp://example.com/%20"'),
  ),
};

/** Few, so that a DS often meets its NS. */
const delegated = fc.constantFrom('part', 'part.two', 'c.part-three', 'part-four');
const hosts: Partial<Record<RecordType, fc.Arbitrary<string>>> = {
  NS: delegated,
  DS: delegated,
  CNAME: label.map((one) => `${one}.sub`),
  SRV: fc.constantFrom('_sip._tcp', '_sip._udp.shop', '*._tcp'),
  TLSA: fc.constantFrom('_443._tcp', '_25._tcp.mail'),
  SMIMEA: label.map((hash) => `${hash}._smimecert`),
};
const anyHost = fc.oneof(
  label,
  fc.constantFrom('@', '*', '*.shop', '_dmarc', 'a.b.c'),
  join(label).map((one) => `${one}.sub`),
);

/** A record as somebody might send it, valid by itself, of any type that can be made. */
export const arbitraryRecord: fc.Arbitrary<RecordInput> = fc.constantFrom(...recordTypes).chain((type) =>
  fc.record({
    type: fc.constant(type),
    host: hosts[type] ?? anyHost,
    record: data[type],
    ttl: fc.oneof(fc.integer({ min: 30, max: 2_592_000 }), fc.integer({ min: 30, max: 86_400 }).map(String)),
    ...(['MX', 'SRV'].includes(type) && { priority: short }),
    ...(type === 'SRV' && { weight: short, port: fc.integer({ min: 1, max: 65_535 }) }),
  }),
);
