import type { DnsRecord } from '@headwater/contract/dns/record';
import { expect, test } from 'vitest';
import { shareRecords } from './record-queries.ts';

type List = Parameters<typeof shareRecords>[1];
const listOf = (...records: Partial<DnsRecord>[]) => ({ result: 'success', records, total: records.length }) as List;

test('records that are as they were stay the same objects, whatever happened to the others', () => {
  const before = listOf({ id: 'a', record: '192.0.2.1' }, { id: 'b', record: '192.0.2.2' });
  const now = shareRecords(before, listOf({ id: 'a', record: '192.0.2.1' }, { id: 'b', record: '192.0.2.9' }));
  expect(now.records[0]).toBe(before.records[0]);
  expect(now.records[1]?.record).toBe('192.0.2.9');
});

test('a list that came again just as it was is the same list, so that nothing is sorted or drawn for it', () => {
  const before = listOf({ id: 'a', record: '192.0.2.1' });
  expect(shareRecords(before, listOf({ id: 'a', record: '192.0.2.1' }))).toBe(before);
});

test('the same records after another change are the same records, with that change', () => {
  const before = listOf({ id: 'a' });
  const lastChange = { summary: '1 record changed', by: 'Demo', at: '', added: 0, changed: 1, removed: 0 };
  const now = shareRecords(before, { ...listOf({ id: 'a' }), lastChange });
  expect(now.records).toBe(before.records);
  expect(now.lastChange).toEqual(lastChange);
});

test('every field counts: a secret address that was used shows', () => {
  const before = listOf({ id: 'a', dynamicUsedAt: null });
  const now = shareRecords(before, listOf({ id: 'a', dynamicUsedAt: '2026-11-21T09:00:00.000Z' }));
  expect(now.records[0]?.dynamicUsedAt).toBe('2026-11-21T09:00:00.000Z');
});

test('a record that is gone is gone', () => {
  const before = listOf({ id: 'a' }, { id: 'b' });
  expect(shareRecords(before, listOf({ id: 'b' })).records).toEqual([{ id: 'b' }]);
});
