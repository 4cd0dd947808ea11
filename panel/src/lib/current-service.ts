import type { Service } from '@headwater/contract/services/schema';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { servicesQuery } from './service-list.ts';

/** The id of the service in the address. */
export function useServiceId(): number {
  const { serviceId } = useParams({ strict: false }) as { serviceId?: string };
  return Number(serviceId);
}

/** The service in the address, once the list of services is there; none at home. */
export function useService(): Service | undefined {
  const id = useServiceId();
  const { data } = useQuery({ ...servicesQuery(), enabled: !Number.isNaN(id) });
  return data?.services.find((service) => service.id === id);
}
