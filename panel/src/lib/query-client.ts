import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** Worth asking again: nobody answered, or the answer was that it cannot be answered right now. */
const mayPass = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 502 || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Events say when something changed; this is for what no event told.
      staleTime: 30_000,
      retry: (count, error) => count < 2 && mayPass(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
      // A call to one's own machine may well be answered while the browser believes that it is offline.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
