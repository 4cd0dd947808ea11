import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Service } from '@headwater/contract/services/schema';
import { ask } from './ask.ts';

export const servicesQuery = () => ask(serviceRoutes.listServices, {}, { staleTime: 60_000 });

/** Favourites first, then by name; what is terminated comes last. */
export const inOrder = (services: readonly Service[]): Service[] =>
  services.toSorted(
    (a, b) =>
      Number(isTerminated(a)) - Number(isTerminated(b)) ||
      Number(b.favorite) - Number(a.favorite) ||
      a.domain.localeCompare(b.domain) ||
      a.id - b.id,
  );

const isTerminated = ({ domainstatus }: Pick<Service, 'domainstatus'>) => domainstatus === 'Terminated';

/** What a picker lists: all but the terminated. */
export const pickable = (services: readonly Service[]): Service[] =>
  inOrder(services.filter((service) => !isTerminated(service)));

/** Why a service cannot be opened; null when it can. */
export function whyClosed(service: Pick<Service, 'domainstatus'>, emailVerified: boolean): string | null {
  if (service.domainstatus !== 'Active') return `This service is ${service.domainstatus.toLowerCase()}`;
  return emailVerified ? null : 'Verify your e-mail address first';
}

/** Why no service of an account can be opened; null when one can. */
export function whyNoneOpens(services: readonly Service[], emailVerified: boolean): string | null {
  if (services.length === 0) return 'You have no service yet';
  if (services.some((service) => whyClosed(service, emailVerified) === null)) return null;
  return emailVerified ? 'None of your services is active' : 'Verify your e-mail address first';
}
