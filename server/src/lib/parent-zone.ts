import type { Ds } from '@headwater/contract/dns/security-routes';

/** What the parent zone says of a domain: `missing`, it delegates it to nobody; `unreachable`, it could not be asked. */
export type ParentSays = { nameservers: string[]; ds: Ds[] } | { problem: 'missing' | 'unreachable' };

/** How the product wants a domain's parent asked; the adapter is joined in main.ts. */
export type LookUpDelegation = (domain: string) => Promise<ParentSays>;
