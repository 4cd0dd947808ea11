import { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import { streamRoutes } from '@headwater/contract/streams/routes';
import { expect, test } from 'vitest';
import { ask } from '../../lib/ask.ts';
import { touches } from '../../lib/events.ts';
import { topics } from './screens.ts';

test('a default that changed concerns the settings of its service, and no stream', () => {
  const params = { serviceId: 1 };
  const { queryKey: defaults } = ask(streamDefaultRoutes.getStreamDefaults, { params });
  const { queryKey: stream } = ask(streamRoutes.getStream, { params: { ...params, type: 'push', streamId: 'a' } });
  const event = { topic: 'stream-defaults', serviceId: 1, id: null } as const;
  expect([defaults, stream].map((key) => touches(event, key, [topics]))).toEqual([true, false]);
  expect(touches({ ...event, serviceId: 2 }, defaults, [topics])).toBe(false);
});
