import type { Stream } from '@headwater/contract/streams/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { healthQuery } from './stream-queries.ts';

const livePollMs = 2000;
const idlePollMs = 10_000;

/** What a stream does now: while it is live and the window in sight, as fresh as the live server tells. */
export function useHealth(stream: Stream) {
  const query = useQuery({
    ...healthQuery(stream),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const now = state.data?.health.live?.state ?? 'idle';
      return now === 'idle' && stream.live.state === 'idle' ? idlePollMs : livePollMs;
    },
  });
  return { health: query.data?.health, error: query.error, refetch: () => void query.refetch() };
}
