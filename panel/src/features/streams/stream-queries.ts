import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream, StreamType } from '@headwater/contract/streams/schema';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import type { AnyArgs } from '../../lib/call.ts';
import type { Range, StreamsSearch } from './stream-search.ts';

export const usualRows = 20;

type Named = Pick<Stream, 'serviceId' | 'type' | 'id'>;

export const streamParams = ({ serviceId, type, id }: Named) => ({ serviceId, type, streamId: id });

export const streamsQuery = (
  serviceId: number,
  type: StreamType,
  { deleted, create: _, ...search }: StreamsSearch = {},
) =>
  ask(streamRoutes.listStreams, {
    params: { serviceId, type },
    query: { ...search, rows: usualRows, ...(deleted && { deleted: '1' as const }) },
  });

export const streamQuery = (named: Named) => ask(streamRoutes.getStream, { params: streamParams(named) });

/** Servers change seldom: each type's list is kept until the page is loaded again. */
export const serversQuery = (serviceId: number, type: StreamType) =>
  ask(streamRoutes.listStreamServers, { params: { serviceId, type } }, { staleTime: 10 * 60_000 });

export const healthQuery = (named: Named) => ask(streamRoutes.getStreamHealth, { params: streamParams(named) });

export const sessionsQuery = (named: Named, page: number) =>
  ask(streamRoutes.listStreamSessions, { params: streamParams(named), query: { page, rows: usualRows } });

export const recordingsQuery = (named: Named, page: number) =>
  ask(streamRoutes.listRecordings, { params: streamParams(named), query: { page, rows: usualRows } });

export const statisticsQuery = (named: Named, range: Range) =>
  ask(streamRoutes.getStreamStatistics, { params: streamParams(named), query: { range } });

type List = { streams: Stream[]; total: number };

/** Every list of one type of one service that is held, whatever was searched and sorted. */
export function heldLists(client: QueryClient, serviceId: number, type: StreamType) {
  const lists = client.getQueriesData<List>({ queryKey: [streamRoutes.listStreams.path] });
  return lists.flatMap(([key, list]) => {
    const { params, query } = (key[1] ?? {}) as AnyArgs;
    const isOfType = params?.serviceId === serviceId && params.type === type;
    return list && isOfType ? [{ key, list, deleted: query?.deleted === '1' }] : [];
  });
}

/** Puts a stream that the server answered with in place of the one that is held, by its id, wherever it is shown. */
export function replaceStream(client: QueryClient, stream: Stream): void {
  client.setQueryData(streamQuery(stream).queryKey, { result: 'success', stream });
  for (const { key, list, deleted } of heldLists(client, stream.serviceId, stream.type)) {
    const belongs = deleted === (stream.deletedAt !== null);
    const streams = list.streams.flatMap((held) => (held.id !== stream.id ? [held] : belongs ? [stream] : []));
    if (streams.length === list.streams.length || !belongs) client.setQueryData(key, { ...list, streams });
  }
}

/** Appends a stream that was just made to the list without search, which is where it is looked for. */
export function appendStream(client: QueryClient, stream: Stream): void {
  const { queryKey } = streamsQuery(stream.serviceId, stream.type);
  client.setQueryData(
    queryKey,
    (list) => list && { ...list, streams: [...list.streams, stream], total: list.total + 1 },
  );
  replaceStream(client, stream);
}

/** Shows what the server answered, and has the lists asked again for the order and the totals. */
export function useStreamChange(): (stream: Stream) => void {
  const client = useQueryClient();
  return (stream) => {
    replaceStream(client, stream);
    void client.invalidateQueries({ queryKey: [streamRoutes.listStreams.path] });
  };
}
