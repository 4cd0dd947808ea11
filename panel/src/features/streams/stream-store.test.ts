import type { Stream } from '@headwater/contract/streams/schema';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { appendStream, replaceStream, streamQuery, streamsQuery } from './stream-queries.ts';
import { inStore } from './use-stream.ts';

const stream = (id: string, change: Partial<Stream> = {}) =>
  ({ id, serviceId: 1001, type: 'push', name: id, deletedAt: null, ...change }) as Stream;

function holding(streams: Stream[], search = {}) {
  const client = new QueryClient();
  hold(client, streams, search);
  return client;
}

const hold = (client: QueryClient, streams: Stream[], search = {}) =>
  client.setQueryData(streamsQuery(1001, 'push', search).queryKey, {
    result: 'success',
    streams,
    total: streams.length,
    page: 1,
    rows: 20,
  });

const listed = (client: QueryClient, search = {}) =>
  client.getQueryData(streamsQuery(1001, 'push', search).queryKey)?.streams.map(({ name }) => name);

test('what the server answers takes the place of the stream with its id, in every list that holds it', () => {
  const client = holding([stream('a'), stream('b')]);
  hold(client, [stream('b')], { search: 'b' });
  replaceStream(client, stream('b', { name: 'renamed' }));
  expect(listed(client)).toEqual(['a', 'renamed']);
  expect(listed(client, { search: 'b' })).toEqual(['renamed']);
  expect(client.getQueryData(streamQuery(stream('b')).queryKey)?.stream.name).toBe('renamed');
});

test('a created stream is appended to the list and becomes the current one', () => {
  const client = holding([stream('a')]);
  appendStream(client, stream('c'));
  expect(listed(client)).toEqual(['a', 'c']);
  expect(client.getQueryData(streamQuery(stream('c')).queryKey)?.stream.id).toBe('c');
});

test('a deleted stream leaves the lists of what is in use, and stays in none of another type', () => {
  const client = holding([stream('a'), stream('b')]);
  hold(client, [stream('x', { deletedAt: '2026-11-21T09:30:00.000Z' })], { deleted: 1 });
  replaceStream(client, stream('a', { deletedAt: '2026-11-21T09:30:00.000Z' }));
  replaceStream(client, stream('x'));
  expect(listed(client)).toEqual(['b']);
  expect(listed(client, { deleted: 1 })).toEqual([]);
});

test('the store knows apart that no list is held, and that the lists do not have a stream', () => {
  const wanted = { serviceId: 1001, type: 'push', id: 'b' } as const;
  expect(inStore(new QueryClient(), wanted)).toBeUndefined();
  expect(inStore(holding([stream('a')]), wanted)).toBeNull();
  expect(inStore(holding([stream('a'), stream('b')]), wanted)?.id).toBe('b');
  expect(inStore(holding([stream('b')]), { ...wanted, type: 'pull' })).toBeUndefined();
});
