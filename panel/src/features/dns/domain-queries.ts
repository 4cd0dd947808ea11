import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import type { AnyArgs } from '../../lib/call.ts';
import type { DomainsSearch } from './dns-search.ts';

export const paramsOf = ({ serviceId, id }: Pick<DnsDomain, 'serviceId' | 'id'>) => ({ serviceId, domainId: id });

/** Rows of a page of domains, unless the address says otherwise. */
export const usualRows = 20;

export const domainsQuery = (
  serviceId: number,
  { deleted, create: _, rows, ...search }: Omit<DomainsSearch, 'rows'> & { rows?: number },
) =>
  ask(dnsRoutes.listDomains, {
    params: { serviceId },
    query: { ...search, rows: rows ?? usualRows, ...(deleted && { deleted: '1' as const }) },
  });

/** The preferred domain of a service, else its first by name. */
export const preferredDomainQuery = (serviceId: number) =>
  ask(dnsRoutes.listDomains, { params: { serviceId }, query: { sort: 'preferred', rows: 1 } });

export const domainQuery = (serviceId: number, domainId: string) =>
  ask(dnsRoutes.getDomain, { params: { serviceId, domainId } });

const parts = `${dnsRoutes.getDomain.path}/`;
const isPartOf = (domainId: string, [path, args]: QueryKey) =>
  String(path).startsWith(parts) && (args as AnyArgs | undefined)?.params?.domainId === domainId;

/**
 * Puts a domain that the server answered with in place of the one on screen, and has the lists asked again. Of a deleted
 * one, what was loaded of its records, mail, security, SOA and statistics is forgotten.
 */
export function useDomainChange(): (domain: DnsDomain) => void {
  const client = useQueryClient();
  return (domain) => {
    client.setQueryData(domainQuery(domain.serviceId, domain.id).queryKey, { result: 'success', domain });
    if (domain.deleted) client.removeQueries({ predicate: ({ queryKey }) => isPartOf(domain.id, queryKey) });
    void client.invalidateQueries({ queryKey: [dnsRoutes.listDomains.path] });
  };
}
