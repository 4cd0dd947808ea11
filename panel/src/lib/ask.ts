import type { Args, Reply, Route } from '@headwater/contract/lib/route';
import { queryOptions } from '@tanstack/react-query';
import { type AnyArgs, call } from './call.ts';

type Settings<R extends Route> = {
  staleTime?: number;
  /** Fails when a reply lacks what the screen is about. */
  check?: (reply: Reply<R>) => void;
};

/** The query of a contract route: its key is the route's path and the arguments, so that events can find it. */
export const ask = <R extends Route>(route: R, args: Args<R>, { check, ...settings }: Settings<R> = {}) =>
  queryOptions({
    ...settings,
    queryKey: [route.path, args as AnyArgs] as const,
    queryFn: async ({ signal }) => {
      const reply = await call(route, args, { signal });
      check?.(reply);
      return reply;
    },
  });
