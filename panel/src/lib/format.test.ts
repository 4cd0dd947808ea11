import { describe, expect, test } from 'vitest';
import { formatBytes, formatLatency, formatRate, formatSeconds, formatShare, formatShort } from './format.ts';
import { formatAgo, formatDateTime, formatStepRange, formatUtc, formatWhen } from './format-time.ts';

describe('figures', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [397_125, '397 KB'],
    [999_999, '1 MB'],
    [1_500_000_000, '1.5 GB'],
    [2.5e18, '2500 PB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test.each([
    [0, '0 bit/s'],
    [125, '1 kbit/s'],
    [1_550_000, '12.4 Mbit/s'],
  ])('%d bytes a second are %s', (rate, text) => expect(formatRate(rate)).toBe(text));

  test.each([
    [0, 0, '–'],
    [0, 10, '0 %'],
    [10, 10, '100 %'],
    [983, 1000, '98.3 %'],
    [1, 100_000, '< 0.1 %'],
    [99_999, 100_000, '> 99.9 %'],
  ])('%d of %d is %s: never a rounded 0 or 100', (part, whole, text) => expect(formatShare(part, whole)).toBe(text));

  test.each([
    [9999, '9,999'],
    [12_345, '12.3K'],
    [1_234_567, '1.23M'],
  ])('%d is %s in short', (count, text) => expect(formatShort(count)).toBe(text));

  test.each([
    [240.4, '240 ms'],
    [1984, '2 s'],
    [1240, '1.2 s'],
    [200_000, '3 min'],
  ])('%d ms are %s', (ms, text) => expect(formatLatency(ms)).toBe(text));

  test.each([
    [1, '1 second'],
    [90, '90 seconds'],
    [600, '10 minutes'],
    [14_400, '4 hours'],
    [86_400, '1 day'],
  ])('%d seconds are %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
});

describe('times', () => {
  const at = '2026-11-21T14:03:09.000Z';
  test.each([
    [0, 'just now'],
    [-3, 'just now'],
    [40, '40 s ago'],
    [200, '3 min ago'],
    [7300, '2 h ago'],
    [90_000, '1 day ago'],
    [4 * 86_400, '4 days ago'],
  ])('after %d seconds: %s', (seconds, text) => expect(formatAgo(at, Date.parse(at) + seconds * 1000)).toBe(text));

  test('of today are told by their time alone, of another day with the day', () => {
    expect(formatWhen(at, Date.parse(at) + 1000)).toMatch(/^\d\d:03$/);
    expect(formatWhen(at, Date.parse(at) + 86_400_000)).toMatch(/^21 Nov 2026, \d\d:03$/);
  });

  test('are shown in the zone of the person, and in UTC on request', () => {
    expect(formatDateTime(at, 'Asia/Tokyo')).toBe('21 Nov 2026, 23:03');
    expect(formatUtc(at)).toBe('2026-11-21 14:03:09 UTC');
  });

  test('a step of a chart names its beginning and its end, a day only itself', () => {
    expect(formatStepRange('2026-11-21T14:00:00Z', 3600, 'UTC')).toBe('21 Nov, 14:00–15:00');
    expect(formatStepRange('2026-11-21T00:00:00Z', 86_400, 'UTC')).toBe('21 Nov');
  });
});
