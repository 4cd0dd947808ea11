import { expect, test } from 'vitest';
import { atWords, moveAt, readAt } from './spans.ts';

const now = Date.parse('2026-11-21T23:30:00.000Z');

test('a span without a date is that of today, in UTC', () => {
  expect(readAt('day', undefined, now)).toBe('2026-11-21');
  expect(readAt('month', undefined, now)).toBe('2026-11');
  expect(readAt('year', undefined, now)).toBe('2026');
  expect(readAt('30d', '2026-01-01', now)).toBeNull();
  expect(readAt('all', undefined, now)).toBeNull();
});

test('a date that is none, or still to come, is today', () => {
  expect(readAt('day', '2026-02-30', now)).toBe('2026-11-21');
  expect(readAt('day', '2026-11-22', now)).toBe('2026-11-21');
  expect(readAt('month', '2026-13', now)).toBe('2026-11');
  expect(readAt('month', '2026', now)).toBe('2026-11');
});

test('a finer date names its month and its year as well', () => {
  expect(readAt('month', '2025-02-28', now)).toBe('2025-02');
  expect(readAt('year', '2025-02-28', now)).toBe('2025');
});

test.each([
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026', -1, '2025'],
] as const)('from %s, %i leads to %s', (at, by, next) => expect(moveAt(at, by)).toBe(next));

test('dates are told in words', () => {
  expect(['2026', '2026-11', '2026-11-21'].map(atWords)).toEqual(['2026', 'November 2026', '21 Nov 2026']);
});
