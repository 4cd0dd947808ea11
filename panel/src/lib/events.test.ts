import { expect, test } from 'vitest';
import { touches } from './events.ts';

const ask = ['/things/:thingId', { params: { serviceId: 1, thingId: 'a' } }];
const concerns = (path: string) => path.startsWith('/things');

test('several features may know a topic: one that does not care silences none of the others', () => {
  const event = { topic: 'zones', serviceId: 1, id: 'b' } as const;
  const narrow = { zones: { concerns, idParam: 'thingId' } };
  expect(touches(event, ask, [narrow])).toBe(false);
  expect(touches(event, ask, [narrow, { zones: { concerns } }])).toBe(true);
  expect(touches(event, ask, [narrow, { zones: { concerns: () => false } }])).toBe(false);
});

test('another service, and a topic that nobody registered, touch nothing', () => {
  expect(touches({ topic: 'zones', serviceId: 2, id: null }, ask, [{ zones: { concerns } }])).toBe(false);
  expect(touches({ topic: 'usage', serviceId: 1, id: null }, ask, [{ zones: { concerns } }])).toBe(false);
});
