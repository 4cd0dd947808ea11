import type { Service } from '@headwater/contract/services/schema';
import { useParams } from '@tanstack/react-router';

/** The id in the address of a service's page; null when it cannot be one. */
export function useMyServiceId(): number | null {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}

/** Whether a service has come to its end, so that nothing is left to cancel. */
export const isOver = ({ domainstatus }: Pick<Service, 'domainstatus'>): boolean =>
  domainstatus === 'Terminated' || domainstatus === 'Cancelled';
