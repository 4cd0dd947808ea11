import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { Reply } from '@headwater/contract/lib/route';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../lib/ask.ts';
import { paramsOf, useDomainChange } from '../domain-queries.ts';

export const securityQuery = (domain: DnsDomain) => ask(dnsRoutes.getSecurity, { params: paramsOf(domain) });

/** Shows what a call about signatures answered. */
export function useSecurityChange(): (reply: Reply<typeof dnsRoutes.getSecurity>) => void {
  const client = useQueryClient();
  const changed = useDomainChange();
  return (reply) => {
    client.setQueryData(securityQuery(reply.domain).queryKey, reply);
    changed(reply.domain);
  };
}
