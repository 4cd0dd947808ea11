import { Filter } from '@headwater/contract/transcoding/filter';
import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../../lib/ask.ts';
import { CallError, fieldErrorsOf, wordsOf } from '../../../lib/call-error.ts';

const debounceMs = 400;
/** One picture is made at a time: the one before may not be done yet. */
const busyMs = 700;
const mostTries = 8;

export type Preview = {
  /** The frame as an address; null while there is none. */
  frame: string | null;
  /** It is that of what was entered before. */
  stale: boolean;
  problem: string | null;
  /** Why there is no newer one. */
  hint: string | null;
  /** What the preview says of fields: `value.logo.imageId`. */
  errors: Record<string, string>;
};

/** The test picture with a filter as it is being entered, made anew as typing pauses. */
export function useFilterPreview(serviceId: number, value: Filter, refused: string | null): Preview {
  const [asked] = useDebouncedValue(JSON.stringify(value), debounceMs);
  const parsed = Filter.safeParse({ ...JSON.parse(asked), name: value.name || 'Preview' });
  const body = parsed.success ? { value: { ...parsed.data, name: 'Preview' } } : null;
  const { data, error, isPlaceholderData } = useQuery({
    ...ask(transcodingRoutes.previewFilter, { params: { serviceId }, body: body ?? { value } }),
    enabled: body !== null && refused === null,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: (count, failure) => count < mostTries && failure instanceof CallError && failure.code === 'unavailable',
    retryDelay: busyMs,
  });
  const errors = fieldErrorsOf(error);
  const placed = Object.keys(errors).length > 0;
  const unsound = body === null ? 'The picture is made again once every field is right.' : null;
  return {
    frame: data ? `data:${data.mediaType};base64,${data.base64}` : null,
    stale: isPlaceholderData || body === null,
    problem: error && !placed ? wordsOf(error, 'The picture could not be made. Try again in a moment.') : null,
    hint: refused ?? unsound,
    errors: body === null ? {} : errors,
  };
}
