import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromRdata,
  type RecordInput,
  type RecordProblem,
  readRecord,
  recordTypes,
  toFileData,
  toRdata,
} from './record-types.ts';
import { arbitraryRecord } from './testing/arbitrary-records.ts';

const domain = 'example.com';

function read(type: string, record: string, more: Partial<RecordInput> = {}) {
  const reading = readRecord({ host: 'www', type, record, ...more }, domain);
  return reading.ok ? reading.value : reading.errors;
}

function rdataOf(type: string, record: string, more: Partial<RecordInput> = {}): string | RecordProblem[] {
  const value = read(type, record, more);
  return Array.isArray(value) ? value : toRdata(value);
}

test('every type has valid records, and reading their canonical form once more changes nothing', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(arbitraryRecord, (input) => {
      const value = read(input.type, input.record, input);
      expect(value).not.toBeInstanceOf(Array);
      if (Array.isArray(value)) return;
      seen.add(value.type);
      expect(readRecord(value, domain)).toEqual({ ok: true, value });
    }),
    { numRuns: 2000 },
  );
  expect([...seen].sort()).toEqual([...recordTypes].sort());
});

test('what stands in a zone file reads back as the same record', () => {
  fc.assert(
    fc.property(arbitraryRecord, (input) => {
      const value = read(input.type, input.record, input);
      if (Array.isArray(value)) throw new Error(JSON.stringify(value));
      const { host, type, ttl } = value;
      const back = readRecord({ host, type, ttl, ...fromRdata(type, toFileData(value), 'elsewhere.example') }, domain);
      expect(back).toEqual({ ok: true, value });
    }),
    { numRuns: 2000 },
  );
});

test('whatever is typed is read or refused with a sentence, never thrown out', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom('"', '\\', ' ', '.', '1', 'a', '=', ',', ';', '-', ':', '#'), maxLength: 60 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...recordTypes, 'TYPE65300'), anything, anything, (type, host, record) => {
      const reading = readRecord({ host, type, record, priority: 1, weight: 1, port: 1 }, domain);
      if (reading.ok) expect(toRdata(reading.value)).toMatch(/^[\x20-\x7e]+$/);
      else for (const { message } of reading.errors) expect(message).toMatch(/^.{10,300}$/s);
    }),
    { numRuns: 5000 },
  );
});

describe('one canonical form', () => {
  test.each([
    ['A', ' 192.0.2.10 ', '192.0.2.10'],
    ['AAAA', '2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['CNAME', '@', 'example.com.'],
    ['CNAME', 'Shop.Example.NET', 'shop.example.net.'],
    ['CNAME', 'selector._domainkey.example.net.', 'selector._domainkey.example.net.'],
    ['MX', '10 mail', '10 mail.example.com.'],
    ['MX', '0 .', '0 .'],
    ['NS', 'bücher.example', 'xn--bcher-kva.example.'],
    ['TXT', 'v=spf1 -all', '"v=spf1 -all"'],
    ['TXT', '"v=DKIM1; " "p=abc"', '"v=DKIM1; p=abc"'],
    ['TXT', 'a\\b', '"a\\\\b"'],
    ['TXT', '""', '""'],
    ['TXT', 'Grüße', '"Gr\\195\\188\\195\\159e"'],
    ['CAA', '0 ISSUE letsencrypt.org', '0 issue "letsencrypt.org"'],
    ['CAA', '0 issue ";"', '0 issue ";"'],
    ['CAA', '0 issue ca.example; validationmethods=dns-01', '0 issue "ca.example; validationmethods=dns-01"'],
    ['SSHFP', `4 1 ${'AB'.repeat(20)}`, `4 1 ${'ab'.repeat(20)}`],
    ['SSHFP', `4 1 ${'AB '.repeat(20)}`, `4 1 ${'ab'.repeat(20)}`],
    ['LOC', '51 N 1 W 10', '51 0 0.000 N 1 0 0.000 W 10.00m 1.00m 10000.00m 10.00m'],
    ['LOC', '0 S 0 W 10', '0 0 0.000 S 0 0 0.000 W 10.00m 1.00m 10000.00m 10.00m'],
    ['LOC', '83 3 0 N 9 E 10', '83 2 60.000 N 9 0 0.000 E 10.00m 1.00m 10000.00m 10.00m'],
    [
      'LOC',
      '51 30 12.7 n 0 7 39.612 w -24.5m 30m 2345.6m',
      '51 30 12.700 N 0 7 39.612 W -24.50m 30.00m 2000.00m 10.00m',
    ],
    ['HTTPS', '1 . port=8443 alpn="h2,h3"', '1 . alpn=h2,h3 port=8443'],
    ['HTTPS', '0 shop', '0 shop.example.com.'],
    ['SVCB', '1 . dohpath=/q{?dns} mandatory=dohpath,alpn alpn=h2', '1 . mandatory=alpn,key7 alpn=h2 key7="/q{?dns}"'],
    ['SVCB', '1 . key7="/q{?dns}"', '1 . key7="/q{?dns}"'],
    ['URI', '10 1 "https://example.com/"', '10 1 "https://example.com/"'],
    ['TYPE65300', '\\# 4 0A00 0001', '\\# 4 0a000001'],
  ])('%s %s is given to name servers as %s', (type, typed, rdata) => expect(rdataOf(type, typed)).toBe(rdata));

  test('a place on Earth is kept as it was given, whatever name servers make of it', () => {
    const place = '83 3 0.000 N 0 0 0.000 E 10.00m 1.00m 10000.00m 10.00m';
    expect(read('LOC', '83 3 N 0 W 10')).toMatchObject({ record: place });
  });

  test('a text is kept as people read it, and in quotes only where it would be ambiguous', () => {
    expect(read('TXT', '"v=spf1" " -all"')).toMatchObject({ record: 'v=spf1 -all' });
    expect(read('TXT', '"\\"quoted\\""')).toMatchObject({ record: '"\\"quoted\\""' });
    expect(read('TXT', '" blank"')).toMatchObject({ record: '" blank"' });
  });

  test('a long text is split by bytes, not by characters', () => {
    const strings = rdataOf('TXT', 'é'.repeat(200));
    const octets = String(strings)
      .split(' ')
      .map((string) => string.slice(1, -1).length / 4);
    expect(octets).toEqual([255, 145]);
  });

  test('numbers are taken as numbers and as text, and types that have none get none', () => {
    expect(read('MX', 'mail', { priority: '20' })).toMatchObject({ priority: 20, weight: null, port: null });
    expect(read('A', '192.0.2.1', { priority: 7, weight: 7, port: 7 })).toMatchObject({ priority: null, port: null });
    expect(read('A', '192.0.2.1', { ttl: '300' })).toMatchObject({ ttl: 300 });
    expect(read('A', '192.0.2.1')).toMatchObject({ ttl: 3600 });
  });

  test('the port of a service that is not there may be 0, that of any other may not', () => {
    const numbers = { host: '_sip._tcp', priority: 0, weight: 0, port: 0 };
    expect(rdataOf('SRV', '.', numbers)).toBe('0 0 0 .');
    expect(rdataOf('SRV', 'sip', numbers)).toMatchObject([{ field: 'port' }]);
  });
});

describe('a message stands on its field and says what would be valid', () => {
  test.each([
    ['A', '01.2.3.4', {}, 'record', 'Enter an IPv4 address such as 192.0.2.10'],
    ['A', '2001:db8::1', {}, 'record', 'give it to an AAAA record'],
    ['AAAA', '192.0.2.1', {}, 'record', 'give it to an A record'],
    ['AAAA', 'fe80::1%eth0', {}, 'record', 'Enter an IPv6 address such as 2001:db8::10'],
    ['AAAA', '1::2::3', {}, 'record', 'IPv6'],
    ['AAAA', '::ffff:192.0.2.1', {}, 'record', 'give it to an A record'],
    ['CNAME', 'x.example.net', { host: '@' }, 'host', 'The domain itself cannot be a CNAME'],
    ['CNAME', '192.0.2.1', {}, 'record', 'points to a name, not an address'],
    ['MX', '192.0.2.1', { priority: 10 }, 'record', 'An MX points to a name, not an address'],
    ['MX', '.', { priority: 10 }, 'record', 'set the priority to 0'],
    ['MX', 'mail', {}, 'priority', 'from 0 to 65535'],
    ['MX', 'my_mail', { priority: 10 }, 'record', 'letters, digits and hyphens'],
    ['SRV', 'sip', { priority: 1, weight: 1, port: 1 }, 'host', '_sip._tcp'],
    ['NS', 'ns.example.net', { host: '@' }, 'host', 'are ours'],
    ['NS', 'ns.example.net', { host: '*.shop' }, 'host', 'cannot be delegated'],
    ['TXT', '', {}, 'record', 'v=spf1'],
    ['TXT', '"open', {}, 'record', 'Close each quote'],
    ['TXT', 'two\nlines', {}, 'record', 'take out line breaks'],
    ['TXT', '"\\255"', {}, 'record', 'must be UTF-8'],
    ['TXT', '"\\256"', {}, 'record', 'three digits up to 255'],
    ['TXT', 'x'.repeat(4097), {}, 'record', '4,096'],
    ['CAA', '0 issue "not a domain"', {}, 'record', 'Value: enter the domain of a certificate authority'],
    ['CAA', '0 iodef "me"', {}, 'record', 'mailto:'],
    ['CAA', '1 issue "ca.example"', {}, 'record', 'Flags: enter 0'],
    ['DS', `1 13 2 ${'ab'.repeat(20)}`, {}, 'record', 'Digest: this kind has 64 hex digits, and here are 40'],
    ['DS', `1 13 2 ${'ab'.repeat(32)}`, { host: '@' }, 'host', 'goes to your registrar'],
    ['DS', `1 99 2 ${'ab'.repeat(32)}`, {}, 'record', 'Algorithm: enter 5, 7, 8, 10, 12, 13, 14, 15 or 16'],
    ['TLSA', '3 1 1 zz', { host: '_443._tcp' }, 'record', 'Certificate data: enter it in hex'],
    ['TLSA', `3 1 1 ${'ab'.repeat(32)}`, {}, 'host', '_443._tcp'],
    ['TLSA', `3 1 0 ${'ab'.repeat(32)}`, { host: '_443._tcp' }, 'record', 'Choose matching type 1'],
    ['SMIMEA', `3 0 0 ${'ab'.repeat(64)}`, { host: 'a._smimecert' }, 'record', 'Choose matching type 2'],
    ['NAPTR', '100 10 "S" "SIP+D2U"', {}, 'record', 'replacement'],
    ['NAPTR', '1 1 "u" "E2U+sip" "!^.*$!sip:\\\\1!" .', {}, 'record', 'Regexp: '],
    ['LOC', '91 N 0 W 0', {}, 'record', 'Latitude: '],
    ['LOC', '51 60 0 N 0 W 0', {}, 'record', 'Latitude: '],
    ['HTTPS', '0 . alpn=h2', {}, 'record', 'Priority: 0 makes an alias'],
    ['HTTPS', '1 . apln=h2', {}, 'record', '“apln” is not a parameter'],
    ['HTTPS', '1 . alpn=h2 alpn=h3', {}, 'record', 'twice'],
    ['HTTPS', '1 . no-default-alpn', {}, 'record', 'needs alpn'],
    ['HTTPS', '1 . mandatory=port', {}, 'record', 'mandatory names port'],
    ['HTTPS', '1 . port=0', {}, 'record', 'port=8443'],
    ['HTTPS', '1 . key99="a;b"', {}, 'record', 'no ; ( )'],
    ['URI', '10 1 example.com', {}, 'record', 'in full'],
    ['A', '192.0.2.1', { ttl: 29 }, 'ttl', 'from 30 to 2,592,000'],
    ['A', '192.0.2.1', { ttl: '1h' }, 'ttl', 'whole number of seconds'],
    ['A', '192.0.2.1', { host: 'a..b' }, 'host', 'one dot'],
    ['A', '192.0.2.1', { host: 'www.other.org.' }, 'host', 'is not inside example.com'],
    ['SOA', 'x', {}, 'type', 'The SOA has its own page'],
    ['RRSIG', 'x', {}, 'type', 'Headwater signs by itself'],
    ['DNAME', 'x', {}, 'type', 'Choose one of A, AAAA'],
    ['TYPE65300', '\\# 0', {}, 'record', '1 to 16,384 bytes'],
    ['TYPE65300', '\\# 4 0a', {}, 'record', '8 hex digits, and here are 2'],
  ])('%s %j %j: %s: %s', (type, record, more, field, words) => {
    expect(read(type, record, more)).toEqual([{ field, message: expect.stringContaining(words) }]);
  });

  test('every field that is wrong has its own', () => {
    const errors = read('MX', '192.0.2.1', { host: '-', ttl: 'x', priority: 'y' });
    expect(errors).toMatchObject([{ field: 'host' }, { field: 'ttl' }, { field: 'priority' }, { field: 'record' }]);
  });
});

test.each([
  1, 5, 6, 16, 28, 33, 39, 41, 43, 46, 48, 65, 99, 252, 255, 257, 260, 32_769, 65_400, 65_401, 65_402, 65_535,
])('TYPE%i, which has a meaning of its own, cannot come in by its number', (number) =>
  expect(read(`TYPE${number}`, '\\# 4 0a000001')).toMatchObject([{ field: 'type' }]),
);

test.each(['constructor', '__proto__', 'TYPE065300', 'TYPE', ''])('%j is no type', (type) =>
  expect(read(type, 'x')).toMatchObject([{ field: 'type' }]),
);
