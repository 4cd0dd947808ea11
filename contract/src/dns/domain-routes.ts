import { z } from 'zod';
import { pageQuery, pageReply } from '../lib/paging.ts';
import { route, success } from '../lib/route.ts';
import { DnsDomain, DnsParams, DomainParams, NewDomain, Soa, SoaUpdate, zoneFileBytes } from './domain.ts';
import { ImportPlan } from './transfer-routes.ts';

const tag = 'DNS';
const list = '/services/:serviceId/dns/domains';
const one = `${list}/:domainId` as const;
const answersDomain = { status: 200, reply: success({ domain: DnsDomain }), revised: 'domain' } as const;
const changes = ['not_found', 'conflict', 'service_inactive'] as const;

export const domainRoutes = {
  listDomains: route({
    method: 'GET',
    path: list,
    summary: 'List domains',
    tag,
    access: 'dns.view',
    params: DnsParams,
    query: z.object({
      ...pageQuery,
      searchTerm: z.string().trim().max(253).default(''),
      deleted: z.enum(['0', '1']).default('0').describe('1 lists the domains that were deleted and can be restored'),
      sort: z
        .enum(['domain', 'created', 'records', 'queries', 'preferred'])
        .default('domain')
        .describe('`preferred`: the preferred domain first, then by name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    }),
    status: 200,
    reply: success({ domains: z.array(DnsDomain), ...pageReply }),
    errors: ['not_found'],
  }),
  createDomain: route({
    method: 'POST',
    path: list,
    summary: 'Create a domain: empty, from a template, or from a zone file',
    tag,
    access: 'dns.manage',
    params: DnsParams,
    body: NewDomain,
    status: 201,
    reply: success({
      domain: DnsDomain,
      plan: ImportPlan.nullable().describe('What the import did; null without one'),
    }),
    revised: 'domain',
    errors: ['not_found', 'service_inactive', 'domain_taken', 'public_suffix', 'zone_file_refused'],
    bodyLimitBytes: zoneFileBytes * 2,
  }),
  getDomain: route({
    method: 'GET',
    path: one,
    summary: 'One domain; a deleted one too',
    tag,
    access: 'dns.view',
    params: DomainParams,
    ...answersDomain,
    errors: ['not_found'],
  }),
  deleteDomain: route({
    method: 'DELETE',
    path: one,
    summary: 'Delete a domain: it is no longer answered, and can be restored for 30 days',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    ...answersDomain,
    errors: ['not_found'],
  }),
  restoreDomain: route({
    method: 'POST',
    path: `${one}/restore`,
    summary: 'Bring back a deleted domain with its records',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    ...answersDomain,
    errors: ['not_found', 'service_inactive'],
  }),
  setDomainStatus: route({
    method: 'PUT',
    path: `${one}/status`,
    summary: 'Enable (1) or disable (0) a domain: disabled, it is not answered',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: z.object({ status: z.union([z.literal(0), z.literal(1)]) }).meta({ examples: [{ status: 0 }] }),
    ...answersDomain,
    errors: changes,
  }),
  preferDomain: route({
    method: 'PUT',
    path: `${one}/preferred`,
    summary: "Make it the domain that the service's DNS page opens by itself",
    tag,
    access: 'dns.manage',
    params: DomainParams,
    ...answersDomain,
    errors: changes,
  }),
  checkDomain: route({
    method: 'POST',
    path: `${one}/check`,
    summary: 'Ask the parent zone which name servers it names for the domain',
    tag,
    access: 'dns.view',
    params: DomainParams,
    status: 200,
    reply: success({ domain: DnsDomain }),
    errors: ['not_found', 'rate_limited'],
  }),
  getSoa: route({
    method: 'GET',
    path: `${one}/soa`,
    summary: 'The start of authority',
    tag,
    access: 'dns.view',
    params: DomainParams,
    status: 200,
    reply: success({ soa: Soa, domain: DnsDomain }),
    revised: 'domain',
    errors: ['not_found'],
  }),
  updateSoa: route({
    method: 'PATCH',
    path: `${one}/soa`,
    summary: 'Change the start of authority; fields left out stay as they are',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: SoaUpdate,
    status: 200,
    reply: success({ soa: Soa, domain: DnsDomain }),
    revised: 'domain',
    errors: changes,
  }),
};
