import { readRecord } from '@headwater/contract/dns/record-types';
import { arbitraryRecord } from '@headwater/contract/dns/testing/arbitrary-records';
import { ZoneIndex } from '@headwater/contract/dns/zone-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseZoneFile } from './parse.ts';
import { type ExistingRecord, type ImportPlan, planImport } from './plan.ts';
import { writeZoneFile } from './write.ts';

const domain = 'example.com';
type Row = ExistingRecord & { id: number };

/** Rows as a zone file has them. */
function rows(text: string): Row[] {
  const { records, problems } = parseZoneFile(text, domain);
  expect(problems).toEqual([]);
  return records.map(({ line, text: _, note, ...record }) => ({ ...record, note: note ?? '', id: line }));
}

const plan = (existing: string, file: string, mode: 'merge' | 'replace' = 'merge') =>
  planImport(domain, rows(existing), parseZoneFile(file, domain), mode);

const name = ({ host, type, record }: { host: string; type: string; record: string }) => `${host} ${type} ${record}`;

/** The plan in a few words each. */
const told = ({ add, change, keep, remove, skip }: ImportPlan<Row>) => ({
  add: add.map((record) => `${record.line}: ${name(record)}`),
  change: change.map(({ line, before, reason }) => `${line}: ${name(before)}: ${reason}`),
  keep: keep.map(({ line, record }) => `${line}: ${name(record)}`),
  remove: remove.map(name),
  skip: skip.map(({ line, reason }) => `${line}: ${reason}`),
});

const nothing = { add: [], change: [], keep: [], remove: [], skip: [] };

describe('merge', () => {
  test('adds what is new, keeps what is the same and what the file does not name', () => {
    expect(told(plan('www A 192.0.2.1\nmail A 192.0.2.2', 'www A 192.0.2.1\nwww A 192.0.2.3'))).toEqual({
      ...nothing,
      add: ['2: www A 192.0.2.3'],
      keep: ['1: www A 192.0.2.1'],
    });
  });

  test('changes the time of a record, and of all that share its name and type', () => {
    const changes = plan('www 300 A 192.0.2.1\nwww 300 A 192.0.2.2', 'www 600 A 192.0.2.1');
    expect(told(changes)).toEqual({
      ...nothing,
      change: [
        '1: www A 192.0.2.1: TTL 600 instead of 300',
        'null: www A 192.0.2.2: TTL 600 instead of 300, as the others of its name and type',
      ],
    });
    expect(changes.change.map(({ after }) => after.ttl)).toEqual([600, 600]);
  });

  test('gives the records of one name and type in the file one time, that of the last', () => {
    expect(plan('', 'www 300 A 192.0.2.1\nwww 600 A 192.0.2.2').add.map(({ ttl }) => ttl)).toEqual([600, 600]);
  });

  test('gives a CNAME its new target', () => {
    const changes = plan('www CNAME old.example.net.', 'www CNAME new.example.net.');
    expect(told(changes)).toEqual({
      ...nothing,
      change: ['1: www CNAME old.example.net.: points to new.example.net. instead of old.example.net.'],
    });
    expect(changes.change[0]?.after.record).toBe('new.example.net.');
  });

  test('gives a CNAME the first of two new targets, and leaves alone one that the file names too', () => {
    const two = 'www CNAME x.example.net.\nwww CNAME y.example.net.';
    expect(told(plan('www CNAME old.example.net.', two))).toEqual({
      ...nothing,
      change: [expect.stringContaining('points to x.example.net.')],
      skip: [expect.stringContaining('2: www.example.com is a CNAME already')],
    });
    expect(told(plan('www CNAME y.example.net.', two))).toEqual({
      ...nothing,
      keep: ['2: www CNAME y.example.net.'],
      skip: [expect.stringContaining('1: www.example.com is a CNAME already')],
    });
  });

  test('enables what is disabled and stands in the file, and keeps its note', () => {
    const changes = plan(';headwater disabled www 300 A 192.0.2.1 ;headwater note "old"', 'www 300 A 192.0.2.1');
    expect(told(changes).change).toEqual(['1: www A 192.0.2.1: is enabled']);
    expect(changes.change[0]?.after).toMatchObject({ status: 1, note: 'old' });
  });

  test('skips what cannot stand beside what is there, and touches nothing for it', () => {
    expect(told(plan('www A 192.0.2.1', 'www CNAME x.example.net.\nmail A 192.0.2.2'))).toEqual({
      ...nothing,
      add: ['2: mail A 192.0.2.2'],
      skip: [expect.stringContaining('1: www.example.com has A records')],
    });
  });

  test('does not let a record from the file push out one that the file names too', () => {
    expect(told(plan('www A 192.0.2.1', 'www CNAME x.example.net.\nwww A 192.0.2.1'))).toEqual({
      ...nothing,
      keep: ['2: www A 192.0.2.1'],
      skip: [expect.stringContaining('1: www.example.com has A records')],
    });
  });

  test('leaves a disabled record alone that cannot be enabled', () => {
    const existing = 'www CNAME x.example.net.\n;headwater disabled www A 192.0.2.1';
    expect(told(plan(existing, 'www A 192.0.2.1'))).toEqual({
      ...nothing,
      skip: [expect.stringContaining('1: www.example.com is a CNAME')],
    });
  });
});

describe('replace', () => {
  test('removes what the file does not name', () => {
    expect(told(plan('www A 192.0.2.1\nmail A 192.0.2.2', 'www A 192.0.2.1\nwww A 192.0.2.3', 'replace'))).toEqual({
      ...nothing,
      add: ['2: www A 192.0.2.3'],
      keep: ['1: www A 192.0.2.1'],
      remove: ['mail A 192.0.2.2'],
    });
  });

  test('removes what the file names and no longer has anything to stand on', () => {
    const ds = `shop DS 1 13 2 ${'ab'.repeat(32)}`;
    expect(told(plan(`shop NS ns.example.net.\n${ds}`, ds, 'replace'))).toEqual({
      ...nothing,
      remove: ['shop NS ns.example.net.', ds],
      skip: [expect.stringContaining('1: A DS belongs to a delegation')],
    });
  });

  test('judges the file by itself', () => {
    expect(told(plan('www A 192.0.2.1', 'www CNAME x.example.net.', 'replace'))).toEqual({
      ...nothing,
      add: ['1: www CNAME x.example.net.'],
      remove: ['www A 192.0.2.1'],
    });
  });
});

describe('a line that is skipped says why', () => {
  test.each([
    ['www A 192.0.2.1\nwww A 192.0.2.1', '2: The same record stands in this file already'],
    ['www A 192.0.2.1\nwww CNAME x.example.net.', '2: www.example.com has A records'],
    ['shop NS ns.example.net.\nwww.shop TXT x', '2: shop.example.com is delegated'],
    ['@ NS ns.example.net.', '1: The name servers of the domain itself are ours'],
    ['www A 192.0.2', '1: Enter an IPv4 address'],
  ])('%j: %s', (file, reason) => expect(told(plan('', file)).skip).toEqual([expect.stringContaining(reason)]));

  test('in the order of the file', () => {
    const { skip } = plan('', 'a A x\n@ NS ns.example.net.\nwww A 192.0.2.1\nwww A 192.0.2.1\nb A y');
    expect(skip.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
  });
});

test('the order of lines does not matter where only a delegation makes them valid', () => {
  const ds = `1 13 2 ${'ab'.repeat(32)}`;
  expect(told(plan('', `shop DS ${ds}\nns1.shop A 192.0.2.1\nshop NS ns1.shop`))).toEqual({
    ...nothing,
    add: [`1: shop DS ${ds}`, '2: ns1.shop A 192.0.2.1', '3: shop NS ns1.shop.example.com.'],
  });
});

test('a delegation and the addresses of its name servers are one, whichever of them is there already', () => {
  const glue = 'ns1.shop A 192.0.2.1\nns2.shop A 192.0.2.2';
  const both = `${glue}\nshop NS ns1.shop\nshop NS ns2.shop`;
  for (const mode of ['merge', 'replace'] as const) {
    expect(told(plan(glue, both, mode))).toMatchObject({
      add: expect.objectContaining({ length: 2 }),
      keep: expect.objectContaining({ length: 2 }),
      skip: [],
    });
    expect(told(plan(both, both, mode))).toEqual({ ...nothing, keep: expect.objectContaining({ length: 4 }) });
    expect(told(plan('', both, mode))).toEqual({ ...nothing, add: expect.objectContaining({ length: 4 }) });
  }
});

test('an address that no NS of a delegation points to is passed over, or keeps the delegation out', () => {
  const hidden = 'www.shop A 192.0.2.1';
  expect(told(plan('', `${hidden}\nshop NS ns.example.net.`))).toMatchObject({
    add: ['2: shop NS ns.example.net.'],
    skip: [expect.stringContaining('1: shop.example.com is delegated')],
  });
  expect(told(plan(hidden, `${hidden}\nshop NS ns.example.net.`))).toMatchObject({
    keep: [`1: ${hidden}`],
    skip: [expect.stringContaining('2: Delegated, shop.example.com would be answered')],
  });
});

describe('of any two zones', () => {
  const zone: fc.Arbitrary<Row[]> = fc
    .array(fc.tuple(arbitraryRecord, fc.constantFrom<0 | 1>(0, 1, 1)), { maxLength: 40 })
    .map((drawn) => {
      const index = new ZoneIndex<Row>(domain);
      const valid: Row[] = [];
      for (const [input, status] of drawn) {
        const reading = readRecord(input, domain);
        if (!reading.ok) continue;
        const ttl = index.setOf(reading.value)[0]?.ttl ?? reading.value.ttl;
        const row = { ...reading.value, ttl, status, note: '', id: valid.length };
        if (index.check(row)) continue;
        index.add(row);
        valid.push(row);
      }
      return valid;
    });
  const soa = {
    mname: 'ns.example',
    rname: 'a@example.com',
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
    ttl: 60,
  };
  const file = (records: Row[]) => writeZoneFile({ domain, soa, nameservers: [], records, at: new Date(0) });

  /** What is there when the plan was carried out. */
  function carryOut(existing: readonly Row[], { add, change, remove }: ImportPlan<Row>): ExistingRecord[] {
    const changed = new Map(change.map(({ before, after }) => [before, after]));
    const left = existing.filter((row) => !remove.includes(row)).map((row) => changed.get(row) ?? row);
    return [...left, ...add];
  }

  test.each(['merge', 'replace'] as const)('%s leaves a valid zone, whose sets have one time each', (mode) => {
    fc.assert(
      fc.property(zone, zone, (existing, wanted) => {
        const changes = planImport(domain, existing, parseZoneFile(file(wanted), domain), mode);
        const result = carryOut(existing, changes);
        const whole = new ZoneIndex<ExistingRecord>(domain, result);
        expect(whole.size).toBe(result.length);
        for (const record of result) {
          whole.remove(record);
          expect([name(record), whole.check(record)]).toEqual([name(record), null]);
          whole.add(record);
          expect(new Set(whole.setOf(record).map(({ ttl }) => ttl)).size).toBe(1);
        }
        if (mode === 'merge') expect(changes.remove).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('replace ends with the zone of the file', () => {
    fc.assert(
      fc.property(zone, zone, (existing, wanted) => {
        const changes = planImport(domain, existing, parseZoneFile(file(wanted), domain), 'replace');
        const plain = ({ host, type, record, ttl, priority, weight, port, status }: ExistingRecord) =>
          JSON.stringify([host, type, record, ttl, priority, weight, port, status]);
        expect(carryOut(existing, changes).map(plain).sort()).toEqual(wanted.map(plain).sort());
      }),
      { numRuns: 300 },
    );
  });
});

test('ten thousand records are planned beside ten thousand others within the time of one test', () => {
  const lines = (from: number) => Array.from({ length: 10_000 }, (_, n) => `h${from + n} A 10.0.${n >> 8}.${n & 255}`);
  const { add } = plan(lines(0).join('\n'), lines(10_000).join('\n'));
  expect(add).toHaveLength(10_000);
});
