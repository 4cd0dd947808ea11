import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord } from '@headwater/contract/dns/record-types';
import { arbitraryRecord } from '@headwater/contract/dns/testing/arbitrary-records';
import { ZoneIndex } from '@headwater/contract/dns/zone-rules';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parseZoneFile } from './parse.ts';
import { type ExistingRecord, planImport } from './plan.ts';
import { writeZoneFile } from './write.ts';

const domain = 'example.com';
const folder = mkdtempSync(join(tmpdir(), 'headwater-zone-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const note = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('"', '\\', ';', '\n', '\r', '(', ')', ' ', 'é', '\u2028'), maxLength: 20 }),
);

/** A whole zone that could be one: each record fits beside those before it. */
const zone: fc.Arbitrary<ExistingRecord[]> = fc
  .array(fc.tuple(arbitraryRecord, note, fc.constantFrom<0 | 1>(0, 1, 1)), { maxLength: 60 })
  .map((drawn) => {
    const index = new ZoneIndex<ExistingRecord>(domain);
    const records: ExistingRecord[] = [];
    for (const [input, text, status] of drawn) {
      const reading = readRecord(input, domain);
      if (!reading.ok) continue;
      const [first] = index.setOf(reading.value);
      const record = { ...reading.value, status, note: text, ttl: first?.ttl ?? reading.value.ttl };
      if (index.check(record)) continue;
      index.add(record);
      records.push(record);
    }
    return records;
  });

const soa = {
  mname: 'ns1.headwater.example',
  rname: 'host.master@example.com',
  serial: 42,
  refresh: 7200,
  retry: 900,
  expire: 1_209_600,
  minimum: 300,
  ttl: 3600,
};
const nameservers = ['ns1.headwater.example', 'ns2.headwater.example'];
const write = (records: ExistingRecord[]) => writeZoneFile({ domain, soa, nameservers, records, at: new Date(0) });

function checkZone(text: string): string {
  const path = join(folder, 'zone');
  writeFileSync(path, text);
  try {
    // `local`: whether other people's names resolve is no matter of the file.
    return execFileSync('named-checkzone', ['-i', 'local', domain, path], { encoding: 'utf8' });
  } catch (error) {
    const { code, stdout } = error as { code?: string; stdout?: string };
    if (code === 'ENOENT')
      throw new Error('named-checkzone is missing. It is part of bind9-utils: apt-get install bind9-utils');
    throw new Error(`named-checkzone refuses the file:\n${stdout}\n${text}`);
  }
}

test('a zone that is exported and imported is the same zone, disabled records and notes among it', () => {
  fc.assert(
    fc.property(zone, (records) => {
      const parsed = parseZoneFile(write(records), domain);
      expect(parsed).toMatchObject({ problems: [], refused: null, soa });
      const added = planImport(domain, [], parsed, 'merge');
      expect(added.skip.map(({ reason }) => reason)).toEqual(
        nameservers.map(() => 'The name servers of the domain itself are ours'),
      );
      const imported = added.add.map(({ line: _, ...record }) => record);
      expect(imported).toHaveLength(records.length);
      expect(imported).toEqual(expect.arrayContaining(records));
    }),
    { numRuns: 500 },
  );
});

test.each(['merge', 'replace'] as const)('importing what is there already (%s) changes nothing', (mode) => {
  fc.assert(
    fc.property(zone, (records) => {
      const plan = planImport(domain, records, parseZoneFile(write(records), domain), mode);
      expect(plan).toMatchObject({ add: [], change: [], remove: [] });
      expect(plan.keep).toHaveLength(records.length);
    }),
    { numRuns: 300 },
  );
});

test('BIND takes what is exported', () => {
  fc.assert(
    fc.property(zone, (records) => {
      expect(checkZone(write(records))).toMatch(/loaded serial 42( \(DNSSEC signed\))?\nOK\n$/);
    }),
    { numRuns: 60 },
  );
});

test('a file reads in the order in which people look for things', () => {
  const records = ['www', '@', 'mail'].map((host) => ({
    host,
    type: 'A',
    record: '192.0.2.1',
    ttl: 300,
    priority: null,
    weight: null,
    port: null,
    status: host === 'www' ? 0 : 1,
    note: host === '@' ? 'Our "web" server' : '',
  }));
  expect(write(records)).toBe(`; example.com, exported from Headwater 1970-01-01T00:00:00.000Z
$ORIGIN example.com.
$TTL 3600
@ 3600 IN SOA ns1.headwater.example. host\\.master.example.com. 42 7200 900 1209600 300
@ 3600 IN NS ns1.headwater.example.
@ 3600 IN NS ns2.headwater.example.
@ 300 IN A 192.0.2.1 ;headwater note "Our \\"web\\" server"
mail 300 IN A 192.0.2.1
;headwater disabled www 300 IN A 192.0.2.1
`);
});
