import type { Service } from '@headwater/contract/services/schema';
import { useQueryClient } from '@tanstack/react-query';
import { servicesQuery } from '../../lib/service-list.ts';
import { serviceQuery } from './service-query.ts';

/** Puts a service in place of the one on screen, in the list and on its page. */
export function useServiceChange(): (service: Service) => void {
  const client = useQueryClient();
  return (service) => {
    client.setQueryData(serviceQuery(service.id).queryKey, (before) => before && { ...before, service });
    client.setQueryData(
      servicesQuery().queryKey,
      (before) =>
        before && { ...before, services: before.services.map((one) => (one.id === service.id ? service : one)) },
    );
  };
}
