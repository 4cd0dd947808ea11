import { expect, test } from 'vitest';
import { touches } from '../../lib/events.ts';
import { topics } from './screens.ts';

const list = ['/services/:serviceId/zones/:mode/:type', { params: { serviceId: 1, mode: 'http', type: 'pull' } }];
const zone = ['/services/:serviceId/zones/:mode/:type/:zoneId', { params: { serviceId: 1, zoneId: 'a' } }];
const statistics = [
  '/services/:serviceId/zones/:mode/:type/:zoneId/statistics',
  { params: { serviceId: 1, zoneId: 'a' } },
];
const purges = ['/services/:serviceId/zones/:mode/:type/:zoneId/purges', { params: { serviceId: 1, zoneId: 'a' } }];
const services = ['/services', {}];

test('a zone that changed concerns its page and the list, not other zones, services or its traffic', () => {
  const event = { topic: 'zones', serviceId: 1, id: 'a' } as const;
  expect([list, zone, statistics, services].map((key) => touches(event, key, [topics]))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(touches({ ...event, id: 'b' }, zone, [topics])).toBe(false);
  expect(touches({ ...event, serviceId: 2 }, list, [topics])).toBe(false);
});

test('new usage concerns figures', () => {
  const event = { topic: 'usage', serviceId: 1, id: null } as const;
  expect([list, zone, statistics].map((key) => touches(event, key, [topics]))).toEqual([true, false, true]);
});

test('a purge concerns the histories, whatever its own id', () => {
  const event = { topic: 'purges', serviceId: 1, id: 'some-purge' } as const;
  expect([purges, zone].map((key) => touches(event, key, [topics]))).toEqual([true, false]);
});
