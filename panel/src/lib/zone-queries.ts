import { messages } from '@headwater/contract/lib/messages';
import type { StatisticsRange } from '@headwater/contract/lib/series';
import { zoneRoutes } from '@headwater/contract/zones/routes';
import { ask } from './ask.ts';
import { CallError } from './call-error.ts';
import type { ZonesSearch } from './zone-search.ts';

/** A reply without its zones is told to the console, and shown as a failure that can be tried again. */
function checkZones(held: boolean): void {
  if (held) return;
  console.error(messages.zonesNotValid);
  throw new CallError({ message: messages.somethingWentWrong, code: 'unreadable', status: 200 });
}

const kind = { mode: 'http', type: 'pull' } as const;

export const zoneParams = (serviceId: number, zoneId: string) => ({ ...kind, serviceId, zoneId });
export const zoneListParams = (serviceId: number) => ({ ...kind, serviceId });

/** The most rows that the API gives a page. */
export const allRows = 100;

export const zonesQuery = (
  serviceId: number,
  { rows = 20, deleted, create: _, ...search }: ZonesSearch & { rows?: number },
) =>
  ask(
    zoneRoutes.listZones,
    { params: zoneListParams(serviceId), query: { ...search, rows, ...(deleted && { deleted: '1' as const }) } },
    { check: ({ zones }) => checkZones(Array.isArray(zones)) },
  );

export const zoneQuery = (serviceId: number, zoneId: string) =>
  ask(
    zoneRoutes.getZone,
    { params: zoneParams(serviceId, zoneId) },
    { check: ({ zone }) => checkZones(typeof zone === 'object' && zone !== null) },
  );

export const zoneStatisticsQuery = (serviceId: number, zoneId: string, range: StatisticsRange) =>
  ask(zoneRoutes.getZoneStatistics, { params: zoneParams(serviceId, zoneId), query: { range } });

export const serviceStatisticsQuery = (serviceId: number, range: StatisticsRange) =>
  ask(zoneRoutes.getServiceStatistics, { params: { serviceId }, query: { range } });
