import { Filter } from '@headwater/contract/transcoding/filter';
import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../../lib/ask.ts';
import { call } from '../../../lib/call.ts';
import { CallError, fieldErrorsOf, wordsOf } from '../../../lib/call-error.ts';

const debounceMs = 400;
/** One picture is made at a time for all who work here: somebody else's may not be done yet. */
const busyMs = 700;
const mostTries = 8;

export type Preview = {
  /** The frame as an address; null while there is none. */
  frame: string | null;
  /** It is that of what was entered before. */
  stale: boolean;
  problem: string | null;
  /** There will be none before something is changed: why stands under `problem`, or on the fields of `errors`. */
  failed: boolean;
  /** Why there is no newer one. */
  hint: string | null;
  /** What the preview says of fields: `value.logo.imageId`. */
  errors: Record<string, string>;
};

let before: Promise<unknown> = Promise.resolve();

/** Asks for a picture once the one before is there, and not at all when it is not wanted any more. */
function drawInTurn(serviceId: number, value: Filter, signal: AbortSignal) {
  const drawn = before.then(() => {
    signal.throwIfAborted();
    return call(transcodingRoutes.previewFilter, { params: { serviceId }, body: { value } });
  });
  before = drawn.catch(() => undefined);
  return drawn;
}

/** The test picture with a filter as it is being entered, made anew as typing pauses. */
export function useFilterPreview(serviceId: number, value: Filter, readOnly: boolean): Preview {
  const [asked] = useDebouncedValue(JSON.stringify(value), debounceMs);
  const parsed = Filter.safeParse({ ...JSON.parse(asked), name: value.name || 'Preview' });
  const body = parsed.success ? { value: { ...parsed.data, name: 'Preview' } } : null;
  const { data, error, isPlaceholderData } = useQuery({
    ...ask(transcodingRoutes.previewFilter, { params: { serviceId }, body: body ?? { value } }),
    queryFn: ({ signal }) => drawInTurn(serviceId, body?.value ?? value, signal),
    enabled: body !== null && !readOnly,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: (count, failure) => count < mostTries && failure instanceof CallError && failure.code === 'rate_limited',
    retryDelay: busyMs,
  });
  const errors = fieldErrorsOf(error);
  const placed = Object.keys(errors).length > 0;
  const unsound = body === null ? 'The picture is made again once every field is right.' : null;
  return {
    frame: data ? `data:${data.mediaType};base64,${data.base64}` : null,
    stale: isPlaceholderData || body === null,
    problem: error && !placed ? wordsOf(error, 'The picture could not be made. Try again in a moment.') : null,
    failed: error !== null,
    hint: readOnly ? 'The picture is made for those who may change the filter.' : unsound,
    errors: body === null ? {} : errors,
  };
}
