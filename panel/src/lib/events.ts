import type { ServerEvent } from '@headwater/contract/system/routes';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnyArgs } from './call.ts';
import type { News } from './event-position.ts';
import type { Topics } from './feature.ts';

/** Whether a query may show something that an event says has changed. */
export function touches({ topic, serviceId, id }: ServerEvent, key: QueryKey, topics: readonly Topics[]): boolean {
  const [path, args] = key as [unknown, AnyArgs | undefined];
  if (typeof path !== 'string') return false;
  const { params = {} } = args ?? {};
  if (serviceId !== null && params.serviceId !== undefined && Number(params.serviceId) !== serviceId) return false;
  return topics.some((known) => {
    const { concerns, idParam } = known[topic] ?? {};
    if (!concerns?.(path)) return false;
    const shown = idParam === undefined ? undefined : params[idParam];
    return id === null || shown === undefined || String(shown) === id;
  });
}

/** Has the queries on screen asked again, many events at once. */
export function createInvalidator(client: QueryClient, topics: readonly Topics[], delayMs = 120): (news: News) => void {
  let waiting: News[] = [];
  const flush = () => {
    const events = waiting;
    waiting = [];
    const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
      events.some((event) => event === 'all' || touches(event, queryKey, topics));
    void client.invalidateQueries({ predicate });
  };
  return (news) => {
    if (waiting.length === 0) setTimeout(flush, delayMs);
    waiting.push(news);
  };
}
