import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import { expect, test } from 'vitest';
import { queryLook, queryRows, querySeries } from './query-series.ts';

const at = '2026-11-21T00:00:00.000Z';
const statistics = (types: Record<string, number>, rcodes: Record<string, number> = {}): DnsStatistics => ({
  from: at,
  until: '2026-11-22T00:00:00.000Z',
  step: 'hour',
  queries: 0,
  types,
  rcodes,
  points: [{ at, queries: 0, types, rcodes }],
  gaps: [],
  countedUntil: null,
});

test('the largest parts have a series each, the others one together, and no query is lost', () => {
  const types = { A: 50, AAAA: 40, MX: 30, TXT: 20, NS: 10, SOA: 5, CAA: 3, HTTPS: 2 };
  const series = querySeries(statistics(types), 'types');
  expect(series.map(({ label }) => label)).toEqual(['A', 'AAAA', 'MX', 'TXT', 'NS', 'Others']);
  const [row = { at }] = queryRows(statistics(types), 'types', series);
  const sum = series.reduce((total, { name }) => total + Number((row as Record<string, unknown>)[name]), 0);
  expect(sum).toBe(160);
});

test('a sixth part stands by itself rather than as others', () => {
  const types = { A: 6, AAAA: 5, MX: 4, TXT: 3, NS: 2, SOA: 1 };
  expect(querySeries(statistics(types), 'types').at(-1)?.label).toBe('SOA');
});

test('answer codes are told in words, and only failures are red', () => {
  const series = querySeries(statistics({}, { NOERROR: 9, SERVFAIL: 2, NXDOMAIN: 1 }), 'rcodes');
  expect(series.map(({ label }) => label)).toEqual(['NOERROR: answered', 'SERVFAIL: failed', 'NXDOMAIN: no such name']);
  expect(series.filter(({ color }) => color.includes('-4')).map(({ label }) => label)).toEqual(['SERVFAIL: failed']);
});

test('steps are named in UTC', () => {
  expect(queryLook('hour').range('2026-11-21T23:00:00.000Z')).toBe('21 Nov, 23:00–00:00');
  expect(queryLook('day').range(at)).toBe('21 Nov 2026');
  expect(queryLook('month').tick(at)).toBe('Nov 2026');
});
