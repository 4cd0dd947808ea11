import type { DnsRecord } from '@headwater/contract/dns/record';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTypes, filterRecords, sortRecords, valueText } from './record-rows.ts';
import { recordOf } from './testing/sample-record.ts';

const none: ReadonlySet<string> = new Set();
const hosts = (records: readonly DnsRecord[]) => records.map(({ host }) => host);

const records = fc.array(
  fc
    .record({
      host: fc.constantFrom('@', 'www', 'mail', 'a.shop', 'b.shop', '*'),
      type: fc.constantFrom('A', 'MX', 'TXT'),
      record: fc.ipV4(),
      ttl: fc.integer({ min: 30, max: 90_000 }).map(String),
    })
    .map(recordOf),
  { maxLength: 60 },
);
const numbered = records.map((list) => list.map((record, index) => ({ ...record, id: `r${index}` })));

test('the domain itself comes first, and what stands below a name beside it', () => {
  const list = ['www', 'shop', 'b.shop', '@', 'a.shop', 'blog'].map((host, index) =>
    recordOf({ id: `r${index}`, host }),
  );
  expect(hosts(sortRecords(list, { by: 'host', order: 'asc' }))).toEqual([
    '@',
    'blog',
    'shop',
    'a.shop',
    'b.shop',
    'www',
  ]);
});

test('a name of other letters is found as people write it, and as it is kept', () => {
  const list = [
    recordOf({ id: 'r1', host: 'xn--bcher-kva' }),
    recordOf({ id: 'r2', host: '@', type: 'MX', record: 'xn--bcher-kva.example.', priority: 10 }),
    recordOf({ id: 'r3', host: 'www' }),
  ];
  for (const text of ['Bücher', 'xn--bcher'])
    expect(hosts(filterRecords(list, { text, type: '' }, none))).toEqual(['xn--bcher-kva', '@']);
});

test('numbers in names and addresses are in the order of numbers', () => {
  const list = ['web10', 'web9', 'web1'].map((host, index) => recordOf({ id: `r${index}`, host }));
  expect(hosts(sortRecords(list, { by: 'host', order: 'asc' }))).toEqual(['web1', 'web9', 'web10']);
  const addresses = ['192.0.2.100', '192.0.2.9'].map((record, index) => recordOf({ id: `r${index}`, record }));
  expect(sortRecords(addresses, { by: 'value', order: 'asc' })[0]?.record).toBe('192.0.2.9');
});

test('sorting keeps every record, either way, and brings what was asked for into order', () => {
  fc.assert(
    fc.property(numbered, fc.constantFrom('host', 'type', 'value', 'ttl', 'updated'), (list, by) => {
      const up = sortRecords(list, { by, order: 'asc' });
      const down = sortRecords(list, { by, order: 'desc' });
      expect(new Set(up)).toEqual(new Set(list));
      expect(new Set(down)).toEqual(new Set(list));
      if (by === 'ttl')
        expect(up.every((one, at) => at === 0 || Number(up[at - 1]?.ttl) <= Number(one.ttl))).toBe(true);
    }),
  );
});

test('each word of the filter is looked for in name, type, value, TTL and note, whatever its case', () => {
  const list = [
    recordOf({ id: 'r1', host: 'mail', type: 'MX', record: 'mx.example.com.', priority: 10, note: 'Old provider' }),
    recordOf({ id: 'r2', host: 'www', ttl: '300' }),
  ];
  const found = (text: string, type = '') => filterRecords(list, { text, type }, none).map(({ id }) => id);
  expect(found('MAIL')).toEqual(['r1']);
  expect(found('old  mx')).toEqual(['r1']);
  expect(found('10 mx.')).toEqual(['r1']);
  expect(found('www 300')).toEqual(['r2']);
  expect(found('www old')).toEqual([]);
  expect(found('', 'A')).toEqual(['r2']);
});

test('a record that somebody is typing in stays, whatever the filter', () => {
  const list = [recordOf({ id: 'r1', host: 'www' }), recordOf({ id: 'r2', host: 'mail' })];
  expect(filterRecords(list, { text: 'nowhere', type: '' }, new Set(['r2'])).map(({ id }) => id)).toEqual(['r2']);
});

test('numbers stand before the value as in a zone file', () => {
  expect(valueText(recordOf({ type: 'SRV', priority: 0, weight: 5, port: 5060, record: 'sip.example.com.' }))).toBe(
    '0 5 5060 sip.example.com.',
  );
});

test('types are counted', () => {
  const list = ['TXT', 'A', 'TXT'].map((type, index) => recordOf({ id: `r${index}`, type }));
  expect(countTypes(list)).toEqual([
    { type: 'A', count: 1 },
    { type: 'TXT', count: 2 },
  ]);
});
