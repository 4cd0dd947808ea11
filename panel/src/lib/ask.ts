import type { Args, Route } from '@headwater/contract/lib/route';
import { queryOptions } from '@tanstack/react-query';
import { type AnyArgs, call } from './call.ts';

/** The query of a contract route: its key is the route's path and the arguments, so that events can find it. */
export const ask = <R extends Route>(route: R, args: Args<R>, settings: { staleTime?: number } = {}) =>
  queryOptions({
    ...settings,
    queryKey: [route.path, args as AnyArgs] as const,
    queryFn: ({ signal }) => call(route, args, { signal }),
  });
