import { z } from 'zod';
import { DownloadTicket } from '../downloads/schema.ts';
import { route, success } from '../lib/route.ts';
import { DnsDomain, DomainParams, ZoneFileText, zoneFileBytes } from './domain.ts';

const tag = 'DNS';
const one = '/services/:serviceId/dns/domains/:domainId';

/** One line of the file, or one record of the domain, and what an import does about it. */
export const ImportLine = z.object({
  /** Of the file; null for a record that is there already and goes. */
  line: z.number().int().nullable(),
  action: z.enum(['add', 'change', 'keep', 'remove', 'skip']),
  host: z.string(),
  type: z.string(),
  record: z.string(),
  ttl: z.string(),
  /** Why it is skipped, or what changes. */
  reason: z.string().optional(),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const ImportPlan = z
  .object({
    counts: z.object({
      add: z.number().int(),
      change: z.number().int(),
      keep: z.number().int(),
      remove: z.number().int(),
      skip: z.number().int(),
    }),
    /** The first 1,000: what is skipped, then what changes, then the rest. */
    lines: z.array(ImportLine),
  })
  .meta({ id: 'DnsImportPlan' });
export type ImportPlan = z.infer<typeof ImportPlan>;

const ImportRequest = z
  .object({
    zone: ZoneFileText,
    /** `merge` keeps what the file does not name; `replace` removes it, and takes over the SOA's mailbox and times. */
    mode: z.enum(['merge', 'replace']).default('merge'),
  })
  .meta({ examples: [{ zone: '$TTL 3600\n@ IN A 192.0.2.10\nwww IN CNAME @\n' }] });

export const transferRoutes = {
  previewImport: route({
    method: 'POST',
    path: `${one}/import/preview`,
    summary: 'What an import of this zone file would add, change, remove and skip, and why; nothing is changed',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: ImportRequest,
    status: 200,
    reply: success({ plan: ImportPlan, domain: DnsDomain }),
    safe: true,
    errors: ['not_found', 'conflict', 'zone_file_refused'],
    bodyLimitBytes: zoneFileBytes * 2,
  }),
  importZone: route({
    method: 'POST',
    path: `${one}/import`,
    summary: 'Import a zone file in BIND syntax: all of it that can be, in one change',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: ImportRequest,
    status: 200,
    reply: success({ plan: ImportPlan, domain: DnsDomain }),
    errors: ['not_found', 'conflict', 'service_inactive', 'zone_file_refused', 'record_refused'],
    bodyLimitBytes: zoneFileBytes * 2,
  }),
  exportZone: route({
    method: 'POST',
    path: `${one}/export`,
    summary: 'A ticket for the domain as a zone file in BIND syntax',
    tag,
    access: 'dns.view',
    params: DomainParams,
    status: 201,
    reply: success({ ticket: DownloadTicket }),
    errors: ['not_found'],
  }),
  exportDnsStatistics: route({
    method: 'POST',
    path: `${one}/statistics/export`,
    summary: 'A ticket for the queries of a span as CSV, a row for each hour, type and answer',
    tag,
    access: 'dns.view',
    params: DomainParams,
    body: z
      .object({ from: z.iso.datetime(), until: z.iso.datetime() })
      .meta({ examples: [{ from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' }] }),
    status: 201,
    reply: success({ ticket: DownloadTicket }),
    errors: ['not_found'],
  }),
};
