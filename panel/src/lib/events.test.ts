import { expect, test } from 'vitest';
import { splitMessages } from './event-stream.ts';
import { touches } from './events.ts';

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
  expect([list, zone, statistics, services].map((key) => touches(event, key))).toEqual([true, true, false, false]);
  expect(touches({ ...event, id: 'b' }, zone)).toBe(false);
  expect(touches({ ...event, serviceId: 2 }, list)).toBe(false);
});

test('new usage concerns figures', () => {
  const event = { topic: 'usage', serviceId: 1, id: null } as const;
  expect([list, zone, statistics].map((key) => touches(event, key))).toEqual([true, false, true]);
});

test('a purge concerns the histories, whatever its own id', () => {
  const event = { topic: 'purges', serviceId: 1, id: 'some-purge' } as const;
  expect([purges, zone].map((key) => touches(event, key))).toEqual([true, false]);
});

test('messages are read across pieces, with comments and both line ends', () => {
  const { messages, rest } = splitMessages(
    ': hello\n\nid: 3\nevent: ready\ndata: {}\n\nid: 4\r\ndata: {"a":\r\ndata: 1}\r\n\r\nid: 5\n\ndata: tail',
  );
  expect(messages).toEqual([
    { id: '3', event: 'ready', data: '{}' },
    { id: '4', event: 'message', data: '{"a":\n1}' },
    { id: '5', event: 'message', data: '' },
  ]);
  expect(rest).toBe('data: tail');
});
