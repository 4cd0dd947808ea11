import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../lib/ask.ts';
import { paramsOf, useDomainChange } from '../domain-queries.ts';

export const mailQuery = (domain: DnsDomain) => ask(dnsRoutes.listMail, { params: paramsOf(domain) });

/** Everything that stands under `_domainkey`: keys, and names that lead to keys. */
export const dkimQuery = (domain: DnsDomain) =>
  ask(dnsRoutes.listRecords, { params: paramsOf(domain), query: { searchTerm: '_domainkey', rows: 1000 } });

/** Has mail and records of a domain asked again, since each shows what the other has changed. */
export function useMailChange(): (domain: DnsDomain) => void {
  const client = useQueryClient();
  const changed = useDomainChange();
  return (domain) => {
    changed(domain);
    void client.invalidateQueries({ queryKey: [dnsRoutes.listMail.path] });
    void client.invalidateQueries({ queryKey: [dnsRoutes.listRecords.path] });
  };
}
