import { UsageMinute } from '@headwater/contract/nodes/edge-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logLine } from './testing/log-line.ts';
import { UsageMinutes } from './usage-minutes.ts';

function count(lines: string[]): { minutes: UsageMinute[]; garbage: number } {
  const counting = new UsageMinutes();
  for (const line of lines) counting.add(line);
  const minutes = counting.result();
  for (const minute of minutes) UsageMinute.parse(JSON.parse(JSON.stringify(minute)));
  return { minutes, garbage: counting.garbage };
}

test('sums requests by zone and minute', () => {
  const { minutes } = count([
    logLine(),
    logLine({ status: 304, bytes: 10, cache: 'REVALIDATED', country: 'FR' }),
    logLine({ status: 404, bytes: 20, cache: 'MISS', country: '', uri: '/b' }),
    logLine({ status: 502, bytes: 30, cache: '', uri: '/a.css?v=2' }),
    logLine({ time: 1_790_000_060.5 }),
    logLine({ zone: 'z2' }),
  ]);
  expect(minutes).toHaveLength(3);
  expect(minutes[0]).toEqual({
    zoneId: 'z1',
    minute: '2026-09-21T14:13:00.000Z',
    requests: 4,
    bytes: 160,
    hits: 2,
    hitBytes: 110,
    status2xx: 1,
    status3xx: 1,
    status4xx: 1,
    status5xx: 1,
    viewers: 0,
    countries: { DE: [2, 130], FR: [1, 10], XX: [1, 20] },
    paths: [
      ['/a.css', 3, 140],
      ['/b', 1, 20],
    ],
  });
});

test('a garbage line is skipped and counted, a request without a zone belongs to nobody', () => {
  const { minutes, garbage } = count([
    '',
    '{"t":1790000000.1,"zo',
    'null',
    '[]',
    logLine({ time: 'soon' }),
    logLine({ zone: '' }),
    logLine({ zone: '-' }),
    logLine(),
  ]);
  expect(garbage).toBe(5);
  expect(minutes.map(({ requests }) => requests)).toEqual([1]);
});

test('keeps the 50 busiest paths of a minute, cut at 512 characters, without broken characters', () => {
  const lines = Array.from({ length: 200 }, (_, n) => logLine({ uri: `/${n}` }));
  lines.push(
    logLine({ uri: '/busy' }),
    logLine({ uri: '/busy?x' }),
    logLine({ uri: `/long${'é'.repeat(600)}` }),
    logLine({ uri: `/long${'é'.repeat(600)}` }),
  );
  lines.push(
    logLine({ uri: '/nul\u0000\u0007' }),
    logLine({ uri: '/nul\u0000\u0007' }),
    logLine({ uri: `/${'x'.repeat(510)}😀` }),
    logLine({ uri: `/${'x'.repeat(510)}😀` }),
  );
  const [minute] = count(lines).minutes;
  expect(minute?.requests).toBe(208);
  expect(minute?.paths).toHaveLength(50);
  const paths = minute?.paths.map(([path]) => path) ?? [];
  expect(paths.slice(0, 4)).toContain('/busy');
  expect(paths).toContain('/nul\ufffd\ufffd');
  expect(paths.every((path) => path.length <= 512 && path.isWellFormed())).toBe(true);
});

test('whatever a line says, the sums keep to the contract', () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.constant(null), fc.constant('z1'));
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          time: fc.oneof(fc.constant(1_790_000_000), value),
          zone: value,
          status: value,
          bytes: value,
          country: value,
          uri: value,
          cache: value,
        }),
      ),
      (entries) => {
        count(entries.map((entry) => logLine(entry)));
      },
    ),
  );
});
