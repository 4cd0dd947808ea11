import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRecord } from './record-types.ts';
import { findStray, mostInSet, mostRecords, ZoneIndex, type ZoneRecord } from './zone-rules.ts';

const domain = 'example.com';
let zone: ZoneIndex;
beforeEach(() => {
  zone = new ZoneIndex(domain);
});

/** `www A 192.0.2.1`, as one types it. */
function record(line: string, more: Partial<ZoneRecord> = {}): ZoneRecord {
  const [host = '', type = '', ...data] = line.split(' ');
  const reading = readRecord({ host, type, record: data.join(' ') }, domain);
  if (!reading.ok) throw new Error(`${line}: ${JSON.stringify(reading.errors)}`);
  return { ...reading.value, status: 1, ...more };
}

const ds = `1 13 2 ${'ab'.repeat(32)}`;

describe('what cannot stand beside the others is refused on its field', () => {
  test.each([
    ['www A 192.0.2.1', 'www CNAME x.example.net', 'host', 'www.example.com has A records'],
    ['www CNAME x.example.net', 'www A 192.0.2.1', 'host', 'www.example.com is a CNAME'],
    ['www CNAME x.example.net', 'www CNAME y.example.net', 'host', 'has only one'],
    ['www A 192.0.2.1', 'www A 192.0.2.1', 'record', 'there already'],
    ['a CNAME b', 'b CNAME a', 'record', 'leads back to b.example.com'],
    ['www CNAME x.example.net', '@ MX 10 www', 'record', 'enter x.example.net'],
    ['www CNAME x.example.net', '_sip._tcp SRV 1 1 1 www', 'record', 'www.example.com is a CNAME'],
    ['ns CNAME x.example.net', 'shop NS ns', 'record', 'ns.example.com is a CNAME'],
    ['@ MX 10 www', 'www CNAME x.example.net', 'host', 'The MX record of example.com points to www.example.com'],
    ['@ MX 0 .', '@ MX 10 mail', 'record', 'takes no mail'],
    ['@ MX 10 mail', '@ MX 0 .', 'record', 'has MX records'],
    ['shop NS ns.example.net', 'www.shop TXT x', 'host', 'shop.example.com is delegated'],
    ['shop NS ns.example.net', 'shop TXT x', 'host', 'shop.example.com is delegated'],
    ['shop NS ns.example.net', 'deep.shop NS ns.example.net', 'host', 'shop.example.com is delegated'],
    ['shop NS ns.example.net', '*.shop A 192.0.2.1', 'host', 'shop.example.com is delegated'],
    ['shop NS ns1.shop.example.com', 'ns2.shop A 192.0.2.1', 'host', 'the NS record that points to this name first'],
    ['shop NS ns.example.net', 'shop A 192.0.2.1', 'host', 'shop.example.com is delegated'],
    ['www.shop AAAA 2001:db8::1', 'shop NS ns1.shop.example.com', 'host', 'www.shop.example.com has AAAA records'],
    ['shop A 192.0.2.1', 'shop NS ns1.shop.example.com', 'host', 'shop.example.com has A records'],
    ['a.b.shop TXT x', 'shop NS ns.example.net', 'host', 'a.b.shop.example.com has TXT records'],
    ['shop TXT x', 'shop NS ns.example.net', 'host', 'shop.example.com has TXT records'],
    ['www A 192.0.2.1', `shop DS ${ds}`, 'host', 'add the NS records of shop.example.com first'],
  ])('beside %j, %j: %s: %s', (there, added, field, words) => {
    zone.add(record(there));
    expect(zone.check(record(added))).toEqual({ field, message: expect.stringContaining(words) });
  });

  test('a CNAME that leads to itself', () => {
    expect(zone.check(record('www CNAME www'))).toMatchObject({ field: 'record' });
  });

  test.each([
    ['www A 192.0.2.1', 'www A 192.0.2.2'],
    ['www A 192.0.2.1', 'www AAAA 2001:db8::1'],
    ['@ MX 10 mail', '@ MX 20 mail'],
    ['shop NS ns1.shop.example.com', 'ns1.shop A 192.0.2.1'],
    ['shop NS shop', 'shop A 192.0.2.1'],
    ['shop NS ns.example.net', 'shop NS ns1.shop.example.com'],
    ['shop NS ns.example.net', `shop DS ${ds}`],
    ['ns1.shop AAAA 2001:db8::1', 'shop NS ns1.shop.example.com'],
    ['shopping TXT x', 'shop NS ns.example.net'],
    ['shop NS ns.example.net', 'bookshop TXT x'],
    ['www CNAME x.example.net', 'x CNAME www'],
    ['* CNAME x.example.net', 'www A 192.0.2.1'],
    ['www CNAME @', 'www.www A 192.0.2.1'],
  ])('beside %j, %j is fine', (there, added) => {
    zone.add(record(there));
    expect(zone.check(record(added))).toBeNull();
  });
});

describe('a disabled record', () => {
  test('stands in the way of none, and none in its way', () => {
    zone.add(record('www CNAME x.example.net', { status: 0 }));
    expect(zone.check(record('www A 192.0.2.1'))).toBeNull();
    zone.add(record('www A 192.0.2.1'));
    expect(zone.check(record('www CNAME y.example.net', { status: 0 }))).toBeNull();
  });

  test('is still there already', () => {
    zone.add(record('www A 192.0.2.1', { status: 0 }));
    expect(zone.check(record('www A 192.0.2.1'))).toEqual({
      field: 'record',
      message: 'This record is there already, disabled: enable it',
    });
  });
});

test('the NS of a part cannot go, nor be disabled, without its DS', () => {
  const [first, second, signer] = [
    record('shop NS a.example.net'),
    record('shop NS b.example.net'),
    record(`shop DS ${ds}`),
  ];
  const problem = { field: 'host', message: 'shop.example.com has a DS, which needs its NS: delete the DS first' };
  expect(findStray(domain, [first, second, signer])).toBeNull();
  expect(findStray(domain, [second, signer])).toBeNull();
  expect(findStray(domain, [signer])).toEqual(problem);
  expect(findStray(domain, [{ ...first, status: 0 }, signer])).toEqual(problem);
  expect(findStray(domain, [{ ...signer, status: 0 }])).toBeNull();
});

test('an NS cannot go while the address that it points to stands below the delegation', () => {
  const [inside, outside, glue] = [
    record('shop NS ns1.shop.example.com'),
    record('shop NS b.example.net'),
    record('ns1.shop A 192.0.2.1'),
  ];
  expect(findStray(domain, [inside, outside, glue])).toBeNull();
  expect(findStray(domain, [outside])).toBeNull();
  expect(findStray(domain, [glue])).toBeNull();
  expect(findStray(domain, [outside, glue])).toEqual({
    field: 'host',
    message:
      'No NS of shop.example.com would point to ns1.shop.example.com, so its A records would no longer be answered: delete them first',
  });
  expect(findStray(domain, [{ ...inside, status: 0 }, outside, glue])).not.toBeNull();
  expect(findStray(domain, [outside, { ...glue, status: 0 }])).toBeNull();
});

describe('limits', () => {
  test('of a whole domain', () => {
    for (let n = 0; n < mostRecords; n++) zone.add(record(`h${n} A 192.0.2.1`));
    expect(zone.check(record('one A 192.0.2.1'))?.message).toBe('A domain has at most 20,000 records');
  });

  test('of a name and type', () => {
    for (let n = 0; n < mostInSet; n++) zone.add(record(`www A 10.0.${n >> 8}.${n & 255}`));
    expect(zone.check(record('www A 192.0.2.1'))?.message).toContain('There are 400 A records of www.example.com');
    expect(zone.check(record('www AAAA 2001:db8::1'))).toBeNull();
  });

  test('of what fits into one answer', () => {
    let size = 0;
    for (let n = 0; zone.check(record(`www TXT ${n}${'x'.repeat(4000)}`)) === null; n++) {
      zone.add(record(`www TXT ${n}${'x'.repeat(4000)}`));
      size += 4000;
    }
    expect(size).toBeGreaterThan(50_000);
    expect(size).toBeLessThan(60_000);
    const more = record(`www TXT ${'y'.repeat(4000)}`);
    expect(zone.check(more)?.message).toContain('would not fit into one DNS answer');
    zone.remove(record(`www TXT 0${'x'.repeat(4000)}`));
    expect(zone.check(more)).toBeNull();
  });
});

test('an index from which something was taken out again judges like one that never had it', () => {
  // Few names, so that every rule has something to say.
  const host = fc.constantFrom('@', 'a', 'b', 'c.a', 'd.c.a', '*.a');
  const data = fc.constantFrom(
    'A 192.0.2.1',
    'A 192.0.2.2',
    'TXT x',
    'NS b',
    'NS ns.example.net',
    `DS ${ds}`,
    'MX 0 .',
    'MX 10 a',
    'MX 10 b',
    'CNAME a',
    'CNAME b',
    'CNAME x.example.net',
  );
  const known = fc.tuple(host, data).filter(([at, what]) => !/^(NS|DS|CNAME)/.test(what) || !/[@*]/.test(at));
  const records = fc
    .array(fc.tuple(known, fc.constantFrom(0, 1, 1)), { maxLength: 12 })
    .map((drawn) => drawn.map(([[at, what], status]) => record(`${at} ${what}`, { status })));
  fc.assert(
    fc.property(records, records, records, (kept, gone, asked) => {
      const plain = new ZoneIndex(domain, kept);
      const changed = new ZoneIndex(domain, kept);
      const taken = gone.filter((each) => changed.find(each) === undefined);
      for (const each of taken) changed.add(each);
      for (const each of taken) changed.remove(each);
      expect(changed.size).toBe(plain.size);
      for (const each of asked) expect(changed.check(each)).toEqual(plain.check(each));
    }),
    { numRuns: 2000 },
  );
});

test('a chain of thousands of CNAMEs is judged within the time of one test', () => {
  for (let n = 10_000; n > 0; n--) {
    const next = record(`c${n} CNAME c${n + 1}`);
    expect(zone.check(next)).toBeNull();
    zone.add(next);
  }
});

test('thousands of hosts of a hundred labels take no memory for each label, delegations among them', () => {
  const bytesBefore = process.memoryUsage().heapUsed;
  const deep = Array.from({ length: 80 }, () => 'a').join('.');
  const [text, ns] = [record('x TXT x'), record('x NS ns.example.net')];
  for (let n = 1; n < mostRecords; n++) {
    const own = Array.from(n.toString(2).padStart(15, '0')).join('.');
    const next = { ...(n % 20 === 0 ? ns : text), host: `${own}.${deep}` };
    expect(zone.check(next)).toBeNull();
    zone.add(next);
  }
  expect(zone.check(record('a NS ns.example.net'))?.message).toContain(`${deep}.example.com has `);
  // With a set for each name above them it would be twice as much.
  expect(process.memoryUsage().heapUsed - bytesBefore).toBeLessThan(80_000_000);
});
