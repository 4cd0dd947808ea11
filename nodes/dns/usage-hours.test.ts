import { expect, test } from 'vitest';
import { UsageHours } from './usage-hours.ts';

const atSeconds = Date.parse('2026-01-02T03:04:05Z') / 1000;

test('answers are summed by zone, hour, type and code, and counted once', () => {
  const hours = new UsageHours();
  hours.add('z1', 1, 0, atSeconds);
  hours.add('z1', 1, 0, atSeconds + 0.9);
  hours.add('z1', 1, 3, atSeconds);
  hours.add('z1', 1, 0, atSeconds + 3600);
  hours.add('z2', 15, 5, atSeconds);
  expect(hours.take()).toEqual([
    { zoneId: 'z1', hour: '2026-01-02T03:00:00.000Z', type: 'A', rcode: 'NOERROR', queries: 2 },
    { zoneId: 'z1', hour: '2026-01-02T03:00:00.000Z', type: 'A', rcode: 'NXDOMAIN', queries: 1 },
    { zoneId: 'z1', hour: '2026-01-02T04:00:00.000Z', type: 'A', rcode: 'NOERROR', queries: 1 },
    { zoneId: 'z2', hour: '2026-01-02T03:00:00.000Z', type: 'MX', rcode: 'REFUSED', queries: 1 },
  ]);
  expect(hours.take()).toEqual([]);
});

test('whoever asks for every type there is does not fill the statistics', () => {
  const hours = new UsageHours();
  for (let type = 1000; type < 61_000; type++) hours.add('z1', type, 0, atSeconds);
  const taken = hours.take();
  expect(taken).toHaveLength(51);
  expect(taken.reduce((sum, { queries }) => sum + queries, 0)).toBe(60_000);
  expect(taken.find(({ type }) => type === 'OTHER')?.queries).toBe(59_950);
  hours.add('z1', 1000, 0, atSeconds);
  hours.add('z1', 61_001, 0, atSeconds);
  expect(hours.take().map(({ type }) => type)).toEqual(['TYPE1000', 'OTHER']);
});
