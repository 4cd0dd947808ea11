import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { DomainScreen } from './DomainScreen.tsx';
import type { DnsSearch } from './dns-search.ts';
import { FindDomain } from './FindDomain.tsx';

/** One domain. Which, and which of its tabs, stands in the address; without one it is the preferred domain. */
export function DnsScreen(): ReactNode {
  const serviceId = useServiceId();
  const { domain } = useSearch({ strict: false }) as DnsSearch;
  // What one domain's tabs hold, such as a filter, does not belong to the next one.
  return domain === undefined ? (
    <FindDomain serviceId={serviceId} />
  ) : (
    <DomainScreen key={`${serviceId} ${domain}`} serviceId={serviceId} domainId={domain} />
  );
}
