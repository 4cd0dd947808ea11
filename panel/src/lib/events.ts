import type { ServerEvent } from '@headwater/contract/system/routes';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnyArgs } from './call.ts';
import type { News } from './event-position.ts';

const zonePaths = '/services/:serviceId/zones/';

/** Which paths an event of a topic is about. */
const concerns: Record<ServerEvent['topic'], (path: string) => boolean> = {
  zones: (path) => path.startsWith(zonePaths) && !path.endsWith('/statistics'),
  purges: (path) => path.startsWith(zonePaths) && path.includes('/purges'),
  usage: (path) => path.endsWith('/statistics') || path === `${zonePaths}:mode/:type`,
  services: (path) => path === '/services' || path === '/services/:serviceId',
  session: (path) => path === '/auth/session',
};

/** Whether a query may show something that an event says has changed. */
export function touches({ topic, serviceId, id }: ServerEvent, key: QueryKey): boolean {
  const [path, args] = key as [unknown, AnyArgs | undefined];
  if (typeof path !== 'string' || !concerns[topic]?.(path)) return false;
  const { params = {} } = args ?? {};
  if (serviceId !== null && params.serviceId !== undefined && Number(params.serviceId) !== serviceId) return false;
  // A purge's id is not the zone's, so only events about zones and their usage can leave other zones alone.
  const aboutZone = topic === 'zones' || topic === 'usage';
  return !(aboutZone && id !== null && params.zoneId !== undefined && params.zoneId !== id);
}

/** Has the queries on screen asked again, many events at once. */
export function createInvalidator(client: QueryClient, delayMs = 120): (news: News) => void {
  let waiting: News[] = [];
  const flush = () => {
    const events = waiting;
    waiting = [];
    const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
      events.some((event) => event === 'all' || touches(event, queryKey));
    void client.invalidateQueries({ predicate });
  };
  return (news) => {
    if (waiting.length === 0) setTimeout(flush, delayMs);
    waiting.push(news);
  };
}
