import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Service } from '@headwater/contract/services/schema';
import { ask } from './ask.ts';

export const servicesQuery = () => ask(serviceRoutes.listServices, {}, { staleTime: 60_000 });

/** What a picker lists: all but the terminated, favourites first, then by name. */
export function pickable(services: readonly Service[]): Service[] {
  return services
    .filter(({ domainstatus }) => domainstatus !== 'Terminated')
    .toSorted((a, b) => Number(b.favorite) - Number(a.favorite) || a.domain.localeCompare(b.domain) || a.id - b.id);
}

/** Why a service cannot be opened; null when it can. */
export function whyClosed(service: Pick<Service, 'domainstatus'>, emailVerified: boolean): string | null {
  if (service.domainstatus !== 'Active') return `This service is ${service.domainstatus.toLowerCase()}`;
  return emailVerified ? null : 'Verify your e-mail address first';
}
