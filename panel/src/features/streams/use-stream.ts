import { streamMessages } from '@headwater/contract/streams/messages';
import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream, StreamType } from '@headwater/contract/streams/schema';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { deploymentPoll } from '../../lib/deployment-poll.ts';
import { heldLists, streamParams, streamQuery, streamsQuery } from './stream-queries.ts';

export type Wanted = { serviceId: number; type: StreamType; id: string };

/** The stream in the lists that are held; undefined where no list is, null where the lists do not have it. */
export function inStore(client: QueryClient, { serviceId, type, id }: Wanted): Stream | null | undefined {
  const lists = heldLists(client, serviceId, type);
  if (lists.length === 0) return undefined;
  return lists.flatMap(({ list }) => list.streams).find((stream) => stream.id === id) ?? null;
}

/**
 * A stream that no list shows yet. Where none is held, or it shall be fresh, page 1 is fetched; what stands on a later page
 * is asked for by itself. Fails with the promised words.
 */
export async function lookUpStream(client: QueryClient, wanted: Wanted, fresh: boolean): Promise<Stream> {
  const fetches = fresh || inStore(client, wanted) === undefined;
  if (fetches) {
    const list = await client.fetchQuery({ ...streamsQuery(wanted.serviceId, wanted.type), staleTime: 0 });
    const found = list.streams.find(({ id }) => id === wanted.id);
    if (found) return found;
  }
  return askAlone(wanted, fetches ? streamMessages.notAfterFetching : streamMessages.notInStore);
}

async function askAlone(wanted: Wanted, missing: string): Promise<Stream> {
  try {
    return (await call(streamRoutes.getStream, { params: streamParams(wanted) })).stream;
  } catch (error) {
    const { status, requestId } = error instanceof CallError ? error : { status: 0, requestId: null };
    // 400: it is no id at all.
    if (status !== 404 && status !== 400) throw error;
    throw new CallError({ message: missing, code: 'not_found', status: 404, requestId });
  }
}

/** One stream for its page: at once from a list that is held, then as an event or a poll says. */
export function useStream(wanted: Wanted) {
  const client = useQueryClient();
  const fresh = useRef(false);
  const query = useQuery({
    ...streamQuery(wanted),
    queryFn: async () => {
      const held = client.getQueryData(streamQuery(wanted).queryKey);
      const stream =
        held && !fresh.current
          ? await askAlone(wanted, streamMessages.notAfterFetching)
          : await lookUpStream(client, wanted, fresh.current);
      return { result: 'success' as const, stream };
    },
    initialData: () => {
      const stream = inStore(client, wanted);
      return stream ? { result: 'success' as const, stream } : undefined;
    },
    // A list may have been held for a while: what it says is shown, and asked for again.
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.data ? deploymentPoll([state.data.stream]) : false),
  });
  const refresh = () => {
    fresh.current = true;
    void query.refetch().finally(() => {
      fresh.current = false;
    });
  };
  return { stream: query.data?.stream, error: query.error, refresh };
}
