import { dnsMessages } from '@headwater/contract/dns/messages';

/** Why a domain cannot be asked for at all; null when it can. */
export function selectionProblem(serviceId: number, domainId: string): string | null {
  if (Number.isNaN(serviceId) || !/^[a-z0-9]{1,32}$/.test(domainId)) return dnsMessages.invalidDomainOrService;
  if (!Number.isSafeInteger(serviceId) || serviceId <= 0) return dnsMessages.invalidService;
  return null;
}

/** What the page of a domain does instead of showing it, or beside showing it. */
export type Verdict = 'open' | 'disabled' | 'deleted' | 'missing' | 'failed' | 'invalid';
