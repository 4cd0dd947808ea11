import type { Traffic } from '@headwater/contract/lib/series';
import { expect, test } from 'vitest';
import { nextSort } from './sort.ts';
import { chartRows, dayStarts, drawnSeries, exactValue, metrics } from './traffic-series.ts';

const point = {
  at: '2026-11-21T10:00:00Z',
  requests: 10,
  hits: 8,
  bytes: 7200,
  hitBytes: 3600,
  status2xx: 9,
  status3xx: 0,
  status4xx: 1,
  status5xx: 0,
};
const traffic = { stepSeconds: 3600, points: [point, { ...point, requests: 0, hits: 0 }] } as Traffic;

test('requests and bandwidth are split into what the edge had and what the origin gave', () => {
  expect(chartRows(traffic, 'requests')[0]).toEqual({ at: point.at, cached: 8, fetched: 2 });
  expect(chartRows(traffic, 'bandwidth')[0]).toEqual({ at: point.at, cached: 1, fetched: 1 });
});

test('where nothing was asked for there is no hit ratio, rather than none', () => {
  expect(chartRows(traffic, 'hitRatio').map(({ ratio }) => ratio)).toEqual([80, null]);
  expect(exactValue('hitRatio', null)).toBe('no requests');
  expect(exactValue('hitRatio', 80)).toBe('80 %');
});

test('a series that is zero throughout is not drawn', () => {
  const drawn = drawnSeries(chartRows(traffic, 'status'), metrics.status.series);
  expect(drawn.map(({ name }) => name)).toEqual(['status2xx', 'status4xx']);
  expect(drawnSeries([], metrics.status.series)).toEqual([]);
  expect(drawnSeries([], metrics.hitRatio.series)).toHaveLength(1);
});

test('a press on the sorted column turns its order', () => {
  expect(nextSort({ by: 'name', order: 'asc' }, 'name', 'asc')).toEqual({ by: 'name', order: 'desc' });
  expect(nextSort({ by: 'name', order: 'asc' }, 'requests', 'desc')).toEqual({ by: 'requests', order: 'desc' });
});

test('an axis over a week of hours names days, where they begin; a day of hours and a month of days do not need it', () => {
  const hours = (count: number) =>
    Array.from({ length: count }, (_, hour) => ({ at: new Date(2026, 10, 14, hour).toISOString() }));
  expect(dayStarts(hours(168), 3600)).toEqual(
    Array.from({ length: 7 }, (_, day) => new Date(2026, 10, 14 + day).toISOString()),
  );
  expect(dayStarts(hours(24), 3600)).toBeNull();
  expect(dayStarts(hours(30), 86_400)).toBeNull();
});
