import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { ask } from '../../../lib/ask.ts';
import { paramsOf } from '../domain-queries.ts';

export const soaQuery = (domain: DnsDomain) => ask(dnsRoutes.getSoa, { params: paramsOf(domain) });
