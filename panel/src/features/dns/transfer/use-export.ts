import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { paramsOf } from '../domain-queries.ts';
import { tellFailure } from '../tell-failure.ts';

/** Downloads a domain as a zone file. @returns whether that is under way, and what begins it. */
export function useExport(domain: DnsDomain): [busy: boolean, exportZone: () => void] {
  const download = useMutation({
    mutationFn: () => call(dnsRoutes.exportZone, { params: paramsOf(domain) }),
    // The browser opens it by itself and sends no headers, hence the ticket in place of the token.
    onSuccess: ({ ticket }) => location.assign(ticket.url),
    onError: (error) => tellFailure(dnsMessages.exportZone, error),
  });
  return [download.isPending, () => download.mutate()];
}
