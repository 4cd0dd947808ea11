import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseZoneFile, zoneFileLimits } from './parse.ts';

const domain = 'example.com';

/** `line host ttl type data` of each record. */
function recordsOf(text: string): string[] {
  const { records, problems, refused } = parseZoneFile(text, domain);
  expect({ problems, refused }).toEqual({ problems: [], refused: null });
  return records.map(({ line, host, ttl, type, priority, weight, port, record }) =>
    [line, host, ttl, type, priority, weight, port, record].filter((part) => part !== null).join(' '),
  );
}

const problemsOf = (text: string) =>
  parseZoneFile(text, domain).problems.map(({ line, message }) => `${line}: ${message}`);

describe('the syntax of zone files', () => {
  test.each([
    ['a name, a time, a class', 'www 300 IN A 192.0.2.1', ['1 www 300 A 192.0.2.1']],
    ['time and class in the other order', 'www IN 300 A 192.0.2.1', ['1 www 300 A 192.0.2.1']],
    ['neither', 'www A 192.0.2.1', ['1 www 3600 A 192.0.2.1']],
    ['lower case', 'WWW in a 192.0.2.1', ['1 www 3600 A 192.0.2.1']],
    ['the domain itself', '@ A 192.0.2.1\nexample.com. A 192.0.2.2', ['1 @ 3600 A 192.0.2.1', '2 @ 3600 A 192.0.2.2']],
    [
      'the name of the line before',
      'www A 192.0.2.1\n  A 192.0.2.2\n\tTXT x',
      ['1 www 3600 A 192.0.2.1', '2 www 3600 A 192.0.2.2', '3 www 3600 TXT x'],
    ],
    ['$TTL', '$TTL 1h30m\nwww A 192.0.2.1', ['2 www 5400 A 192.0.2.1']],
    [
      'the time of the line before',
      'www 300 A 192.0.2.1\nw A 192.0.2.2',
      ['1 www 300 A 192.0.2.1', '2 w 300 A 192.0.2.2'],
    ],
    ['a time with units', 'www 1w2d A 192.0.2.1', ['1 www 777600 A 192.0.2.1']],
    [
      '$ORIGIN below',
      '$ORIGIN shop\n@ A 192.0.2.1\nwww A 192.0.2.2\nm MX 1 in',
      ['2 shop 3600 A 192.0.2.1', '3 www.shop 3600 A 192.0.2.2', '4 m.shop 3600 MX 1 in.shop.example.com.'],
    ],
    [
      '$ORIGIN of the root',
      '$ORIGIN .\nwww.example.com A 192.0.2.1\nexample.com MX 1 mail.example.net',
      ['2 www 3600 A 192.0.2.1', '3 @ 3600 MX 1 mail.example.net.'],
    ],
    [
      '$ORIGIN elsewhere, names whole',
      '$ORIGIN example.org.\nwww.example.com. CNAME x',
      ['2 www 3600 CNAME x.example.org.'],
    ],
    ['a relative name with dots', 'a CNAME b.c', ['1 a 3600 CNAME b.c.example.com.']],
    [
      'several lines in parentheses',
      'x TXT ( "one" ; first\n  "two" )\ny A 192.0.2.1',
      ['1 x 3600 TXT onetwo', '3 y 3600 A 192.0.2.1'],
    ],
    ['parentheses that separate words', 'x A(192.0.2.1)', ['1 x 3600 A 192.0.2.1']],
    ['comments', '; all\nwww A 192.0.2.1 ; behind\n;\n', ['2 www 3600 A 192.0.2.1']],
    ['signs inside of quotes', 'x TXT "a;b(c)d\\"e"', ['1 x 3600 TXT a;b(c)d"e']],
    ['escapes outside of quotes', 'x TXT a\\;b\\(c', ['1 x 3600 TXT a;b(c']],
    ['\\DDD', 'x TXT "Gr\\195\\188n"', ['1 x 3600 TXT Grün']],
    ['words without quotes', 'x TXT one two', ['1 x 3600 TXT onetwo']],
    [
      'DOS line ends and a byte order mark',
      '\uFEFFwww A 192.0.2.1\r\n  A 192.0.2.2\r\n',
      ['1 www 3600 A 192.0.2.1', '2 www 3600 A 192.0.2.2'],
    ],
    ['a type by its number', 'x TYPE65300 \\# 4 0A 00 0001', ['1 x 3600 TYPE65300 \\# 4 0a000001']],
    [
      'a name that looks like a class or a type',
      'in A 192.0.2.1\nmx 60 A 192.0.2.2',
      ['1 in 3600 A 192.0.2.1', '2 mx 60 A 192.0.2.2'],
    ],
    ['SRV', '_sip._tcp SRV 1 2 5060 sip', ['1 _sip._tcp 3600 SRV 1 2 5060 sip.example.com.']],
    ['HTTPS with a value in quotes', 'x HTTPS 1 . key99="a , b" alpn=h2', ['1 x 3600 HTTPS 1 . alpn=h2 key99="a , b"']],
  ])('%s', (_, text, records) => expect(recordsOf(text)).toEqual(records));
});

describe('a line that cannot be taken is named, and the next ones are read', () => {
  test.each([
    ['www A 192.0.2', 'Enter an IPv4 address'],
    ['$DATE 2026', 'Only $ORIGIN and $TTL'],
    ['$TTL soon', '$TTL needs a time'],
    ['www.example.org. A 192.0.2.1', 'is not inside example.com'],
    ['example.com A 192.0.2.1', 'twice'],
    ['x CH TXT y', 'Only records of class IN'],
    ['x TXT "open', 'A quote is opened and not closed'],
    ['x TXT a )', 'never opened'],
    ['x A', 'There is no data behind “A”'],
    ['x 300 IN', 'A type such as A or MX, and its data, are missing'],
    ['x DNAME y', 'DNAME records are not offered'],
    ['x A \\# 4 c0000201', 'Write the data of A in its own form'],
    ['x 10 A 192.0.2.1', 'from 30 to 2,592,000'],
    ['x TXT \\', 'A backslash stands alone'],
    ['x SOA a. b. 1 2 3 4 5', 'Only example.com itself has an SOA'],
    ['@ SOA a.example.com. b', 'An SOA is written'],
    ['x TYPE65402 \\# 1 00', 'TYPE65402 records are not offered'],
  ])('%j: %s', (line, words) => {
    const { records, problems } = parseZoneFile(`one A 192.0.2.1\n${line}\ntwo 60 A 192.0.2.2\n`, domain);
    expect(problems).toEqual([{ line: 2, text: expect.any(String), message: expect.stringContaining(words) }]);
    expect(records.map(({ line: at, host }) => [at, host])).toEqual([
      [1, 'one'],
      [3, 'two'],
    ]);
  });

  test('a first line without a name', () =>
    expect(problemsOf('  A 192.0.2.1')).toEqual([expect.stringContaining('needs a name')]));

  test('a parenthesis that is never closed', () => {
    expect(problemsOf('x TXT (\n"a"\n"b"')).toEqual([
      expect.stringContaining('1: The parenthesis that is opened here'),
    ]);
  });

  test('an entry that goes on beyond all measure', () => {
    const problems = problemsOf(`x TXT (\n${'"a"\n'.repeat(50_000)})`);
    expect(problems[0]).toBe('1: This entry is longer than any record can be');
  });
});

test('the SOA is read, and the name servers and signatures of the old provider are not taken over', () => {
  const zone = parseZoneFile(
    `$TTL 1h
@ IN SOA ns1.old.example. first\\.last.example.com. ( 2026112101 ; serial
    3h 15m 1w 1d )
@ NS ns1.old.example.
@ RRSIG NS 13 2 3600 20261201000000 20261120000000 1 example.com. abc=
@ DNSKEY 257 3 13 abc=
shop NS ns1.elsewhere.example.
@ SOA ns2.old.example. second.example.com. 1 2 3 4 5`,
    domain,
  );
  expect(zone.soa).toEqual({
    line: 2,
    text: expect.stringContaining('IN SOA ns1.old.example.'),
    mname: 'ns1.old.example',
    rname: 'first.last@example.com',
    serial: 2026112101,
    refresh: 10_800,
    retry: 900,
    expire: 604_800,
    minimum: 86_400,
    ttl: 3600,
  });
  expect(zone.skipped.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '4: The name servers of the domain itself are ours',
    '5: Headwater signs by itself',
    '6: Headwater signs by itself',
    '8: The SOA stands there twice: the first one counts',
  ]);
  expect(zone.records.map(({ host, type }) => `${host} ${type}`)).toEqual(['shop NS']);
});

describe('a file beyond a limit is refused as a whole, and the limit is named', () => {
  test.each([
    ['bytes', `x TXT "${'é'.repeat(zoneFileLimits.bytes / 2)}"`, 'at most 5,000,000 bytes'],
    ['lines', 'www A 192.0.2.1\n'.repeat(zoneFileLimits.lines + 1), 'at most 100,000 lines: this one has 100,001'],
    [
      'records',
      Array.from({ length: zoneFileLimits.records + 1 }, (_, n) => `h${n} A 192.0.2.1\n`).join(''),
      'at most 20,000 records',
    ],
    [
      'lines outside',
      'www.example.org. A 192.0.2.1\n'.repeat(5000),
      'is this a zone file of example.com? The first is line 1',
    ],
    [
      'labels',
      Array.from({ length: 19_000 }, (_, n) => `h${n}.${'a.'.repeat(100)}b TXT x\n`).join(''),
      'at most 500,000 parts between dots',
    ],
    ['$INCLUDE', 'www A 192.0.2.1\n$INCLUDE /etc/passwd\n', 'Line 2: $INCLUDE is not taken'],
    ['$generate', '; hosts\n\n$generate 1-9 h$ A 192.0.2.$\nwww A 192.0.2.1', 'Line 3: $GENERATE is not taken'],
  ])('%s', (_, text, words) => {
    expect(parseZoneFile(text, domain)).toEqual({
      records: [],
      soa: null,
      skipped: [],
      problems: [],
      refused: expect.stringContaining(words),
    });
  });

  test('a file just within them is taken', () => {
    const text = '\n'.repeat(zoneFileLimits.lines - zoneFileLimits.records);
    const records = Array.from({ length: zoneFileLimits.records }, (_, n) => `h${n} A 192.0.2.1\n`).join('');
    expect(parseZoneFile(text + records, domain)).toMatchObject({ refused: null, problems: [] });
  });
});

test.each([
  ['quotes', '"'.repeat(4_000_000)],
  ['backslashes', '\\'.repeat(4_000_000)],
  ['parentheses', '('.repeat(4_000_000)],
  ['an opened parenthesis on each line', '(\n'.repeat(90_000)],
  ['blanks', ' '.repeat(4_000_000)],
  ['one word', 'a'.repeat(4_000_000)],
  ['dots', `${'.'.repeat(4_000_000)} A 192.0.2.1`],
  ['one text of many words', `x TXT ${'a '.repeat(2_000_000)}`],
  ['digits', `x ${'1h'.repeat(2_000_000)} A 192.0.2.1`],
])('a hostile file of %s costs no more than its length', (_, text) => {
  expect(parseZoneFile(text, domain).records).toEqual([]);
});

test('whatever stands in a file, it is read without an error, and each line is in at most one place', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '@',
      'www',
      'IN',
      'A',
      'TXT',
      'MX',
      'SOA',
      '$ORIGIN',
      '$TTL',
      '(',
      ')',
      '"',
      ';',
      '\\',
      '\n',
      ' ',
      '300',
      '192.0.2.1',
      '.',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(';headwater disabled ', ';headwater note "'),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const { records, problems, skipped, soa } = parseZoneFile(words.join(' '), domain);
      const lines = [...records, ...problems, ...skipped, ...(soa ? [soa] : [])].map(({ line }) => line);
      expect(new Set(lines).size).toBe(lines.length);
    }),
    { numRuns: 2000 },
  );
});
