import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages } from '@headwater/contract/dns/messages';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { toUnicode } from '@headwater/contract/dns/unicode';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { toast } from '../../ui/toast.ts';
import { isDelegated } from './delegation-words.ts';
import { paramsOf, useDomainChange } from './domain-queries.ts';
import { tellFailure } from './tell-failure.ts';

const brief = { lasts: 'domainSuccess' } as const;

/** Enables or disables a domain. */
export function useDomainStatus(domain: DnsDomain, onDone: () => void = () => {}) {
  const changed = useDomainChange();
  return useMutation({
    mutationFn: (status: 0 | 1) => call(dnsRoutes.setDomainStatus, { params: paramsOf(domain), body: { status } }),
    onSuccess: ({ domain: next }, status) => {
      toast.success(`${toUnicode(next.domain)} was ${status === 1 ? 'enabled' : 'disabled'}`, brief);
      changed(next);
      onDone();
    },
    onError: (error, status) => tellFailure(status === 1 ? dnsMessages.enableDomain : dnsMessages.disableDomain, error),
  });
}

/** Makes a domain the one that the DNS page opens by itself. */
export function usePreferDomain(domain: DnsDomain) {
  const changed = useDomainChange();
  return useMutation({
    mutationFn: () => call(dnsRoutes.preferDomain, { params: paramsOf(domain) }),
    onSuccess: ({ domain: next }) => {
      toast.success(`${toUnicode(next.domain)} opens by itself from now on`, brief);
      changed(next);
    },
    onError: (error) => tellFailure(dnsMessages.preferDomain, error),
  });
}

/** Asks the parent zone again which name servers the domain has. */
export function useCheckDomain(domain: DnsDomain) {
  const changed = useDomainChange();
  return useMutation({
    mutationFn: () => call(dnsRoutes.checkDomain, { params: paramsOf(domain) }),
    onSuccess: ({ domain: next }) => {
      if (isDelegated(next.delegation)) toast.success(`${toUnicode(next.domain)} is served by our name servers`, brief);
      else toast.info(`${toUnicode(next.domain)} was checked: our name servers are not in use yet`);
      changed(next);
    },
    onError: (error) => tellFailure('Failed to check the name servers', error),
  });
}

/** Deletes a domain. `onDone` is called before the screens hear of it. */
export function useDeleteDomain(domain: DnsDomain, onDone: () => void) {
  const changed = useDomainChange();
  return useMutation({
    mutationFn: () => call(dnsRoutes.deleteDomain, { params: paramsOf(domain) }),
    onSuccess: ({ domain: next }) => {
      toast.success(`${toUnicode(next.domain)} was deleted. It can be restored for 30 days.`, { lasts: 'long' });
      onDone();
      changed(next);
    },
    onError: (error) => tellFailure(dnsMessages.deleteDomain, error),
  });
}

/** Brings back a deleted domain. */
export function useRestoreDomain(domain: DnsDomain) {
  const changed = useDomainChange();
  return useMutation({
    mutationFn: () => call(dnsRoutes.restoreDomain, { params: paramsOf(domain) }),
    onSuccess: ({ domain: next }) => {
      toast.success(`${toUnicode(next.domain)} was restored`, brief);
      changed(next);
    },
    onError: (error) => tellFailure(dnsMessages.restoreDomain, error),
  });
}
