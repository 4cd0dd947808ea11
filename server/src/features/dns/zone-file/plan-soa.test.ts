import { type Soa, SoaUpdate } from '@headwater/contract/dns/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseZoneFile } from './parse.ts';
import { planSoa } from './plan-soa.ts';
import { writeZoneFile } from './write.ts';

const domain = 'example.com';
const current: Soa = {
  mname: 'ns1.headwater.example',
  rname: 'hostmaster@example.com',
  serial: 2_026_112_101,
  refresh: 10_800,
  retry: 3600,
  expire: 604_800,
  minimum: 3600,
  ttl: 3600,
};
const plan = (data: string, mode: 'merge' | 'replace' = 'replace') =>
  planSoa(domain, current, parseZoneFile(`$TTL 1h\n${data}\n`, domain), mode);

test('a file without an SOA says nothing of it', () => expect(plan('www A 192.0.2.1')).toBeNull());

test('replace takes the mailbox and the times, and leaves name server and serial', () => {
  expect(plan('@ 300 SOA ns.old.example. dns\\.team.old.example. 7 2h 15m 2w 5m')).toEqual({
    line: 2,
    action: 'change',
    record: 'dns\\.team.old.example. 7200 900 1209600 300',
    ttl: 300,
    change: {
      rname: 'dns.team@old.example',
      refresh: 7200,
      retry: 900,
      expire: 1_209_600,
      minimum: 300,
      ttl: 300,
    },
    reason:
      'mailbox dns.team@old.example instead of hostmaster@example.com; refresh 7200 instead of 10800; retry 900 instead of 3600; expire 1209600 instead of 604800; minimum 300 instead of 3600; TTL 300 instead of 3600',
  });
});

test('what is out of bounds stays, with the bound', () => {
  const { action, change, reason } = plan('@ SOA ns. hostmaster 7 10800 60 604800 30')!;
  expect({ action, change }).toEqual({ action: 'skip', change: {} });
  expect(reason).toBe(
    'retry stays 3600, not 60: Use at least 120 seconds; minimum stays 3600, not 30: Use at least 60 seconds',
  );
  expect(plan('@ SOA ns. hostmaster 7 7200 60 604800 3600')).toMatchObject({
    action: 'change',
    change: { refresh: 7200 },
    reason: 'refresh 7200 instead of 10800; retry stays 3600, not 60: Use at least 120 seconds',
  });
});

test('merge leaves it alone, and says so where it differs', () => {
  const reason = 'The SOA is taken over only where the file replaces what is there';
  expect(plan('@ SOA ns. dns 7 10800 3600 604800 3600', 'merge')).toMatchObject({ action: 'skip', change: {}, reason });
  expect(plan('@ SOA ns. hostmaster 7 10800 3600 604800 3600', 'merge')).toMatchObject({ action: 'keep', reason: '' });
});

test('an SOA that is exported and imported is the same, whatever customers may set', () => {
  const sign = fc.constantFrom('a', 'Z', '9', '.', '+', '-', "'", '=', '$');
  const local = fc.string({ unit: sign, minLength: 1, maxLength: 63 });
  const update = fc
    .record({
      rname: local.map((text) => `${text}@Riverside.example`),
      refresh: fc.integer({ min: 1200, max: 86_400 }),
      retry: fc.integer({ min: 120, max: 86_400 }),
      expire: fc.integer({ min: 86_400, max: 4_838_400 }),
      minimum: fc.integer({ min: 60, max: 86_400 }),
      ttl: fc.integer({ min: 60, max: 604_800 }),
    })
    .filter((values) => SoaUpdate.safeParse(values).success);
  fc.assert(
    fc.property(update, (values) => {
      const soa = { ...current, ...values };
      const file = writeZoneFile({ domain, soa, nameservers: [], records: [], at: new Date(0) });
      const parsed = parseZoneFile(file, domain);
      expect(planSoa(domain, soa, parsed, 'replace')).toMatchObject({ action: 'keep' });
      const taken = { ...current, ...planSoa(domain, current, parsed, 'replace')?.change };
      expect({ ...taken, rname: taken.rname.toLowerCase() }).toEqual({ ...soa, rname: soa.rname.toLowerCase() });
    }),
    { numRuns: 500 },
  );
});
