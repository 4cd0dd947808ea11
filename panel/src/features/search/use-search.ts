import { searchRoutes } from '@headwater/contract/search/routes';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import type { Found } from './results.ts';

const debounceMs = 500;
const nothing: Found = {};

type Answer = {
  /** What was found; undefined until the first answer. */
  results: Found | undefined;
  /** The text was changed since, or its answer is on its way. */
  waiting: boolean;
};

/** Searches for what was typed, once the typing pauses. A search that fails is logged and has found nothing. */
export function useSearch(text: string, serviceId: number | undefined): Answer {
  const [settled] = useDebouncedValue(text, debounceMs);
  const asked = settled === '' ? text : settled;
  const query = { query: settled, serviceId };
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [searchRoutes.search.path, { query }] as const,
    queryFn: async ({ signal }): Promise<Found> => {
      try {
        return (await call(searchRoutes.search, { query }, { signal })).results;
      } catch (error) {
        if (!signal.aborted) console.error('The search failed', error);
        return nothing;
      }
    },
    enabled: settled !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { results: data, waiting: asked !== text || settled === '' || isFetching || isPlaceholderData };
}
