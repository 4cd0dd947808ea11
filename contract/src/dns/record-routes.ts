import { z } from 'zod';
import { pageReply } from '../lib/paging.ts';
import { route, success } from '../lib/route.ts';
import { DnsDomain, DomainParams } from './domain.ts';
import {
  BatchResult,
  CopyBatch,
  DnsRecord,
  LastChange,
  NewRecord,
  RecordIds,
  RecordParams,
  RecordUpdate,
  TtlBatch,
} from './record.ts';

const tag = 'DNS';
const list = '/services/:serviceId/dns/domains/:domainId/records';
const one = `${list}/:recordId` as const;
const onOff = z.union([z.literal(0), z.literal(1)]);
const changes = ['not_found', 'conflict', 'service_inactive'] as const;
/** A write: what is wrong with its fields, or with them beside the zone's other records. */
const writes = [...changes, 'record_refused', 'record_changed'] as const;
const bulkBytes = 1_000_000;

export const recordRoutes = {
  listRecords: route({
    method: 'GET',
    path: list,
    summary: "List a domain's records",
    tag,
    access: 'dns.view',
    params: DomainParams,
    query: z.object({
      page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
      rows: z
        .union([z.literal('all'), z.coerce.number<number>().int().min(1).max(1000)])
        .default(20)
        .describe('How many a page, or `all`'),
      searchTerm: z.string().trim().max(300).default(''),
      type: z.string().trim().toUpperCase().max(20).optional(),
    }),
    status: 200,
    reply: success({
      records: z.array(DnsRecord),
      ...pageReply,
      pageMax: z.number().int(),
      domain: DnsDomain,
      lastChange: LastChange.nullable(),
    }),
    errors: ['not_found'],
  }),
  createRecord: route({
    method: 'POST',
    path: list,
    summary: 'Create a record',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: NewRecord,
    status: 201,
    reply: success({ record: DnsRecord, domain: DnsDomain }),
    revised: 'record',
    errors: writes,
    bodyLimitBytes: 200_000,
  }),
  updateRecord: route({
    method: 'PATCH',
    path: one,
    summary: 'Change a record; fields left out stay as they are',
    tag,
    access: 'dns.manage',
    params: RecordParams,
    body: RecordUpdate,
    status: 200,
    reply: success({ record: DnsRecord, domain: DnsDomain }),
    revised: 'record',
    errors: writes,
    bodyLimitBytes: 200_000,
  }),
  deleteRecord: route({
    method: 'DELETE',
    path: one,
    summary: 'Delete a record',
    tag,
    access: 'dns.manage',
    params: RecordParams,
    status: 200,
    reply: success({ record: DnsRecord, domain: DnsDomain }),
    errors: [...changes, 'record_refused'],
  }),
  deleteRecords: route({
    method: 'POST',
    path: `${list}/delete`,
    summary: 'Delete the records with these ids, or all of them',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: z
      .union([z.object({ ids: RecordIds }), z.object({ all: z.literal(true) })])
      .meta({ examples: [{ ids: ['r7w3k9t5m2x8q4nz'] }, { all: true }] }),
    status: 200,
    reply: success({ deleted: z.number().int(), domain: DnsDomain }),
    errors: [...changes, 'record_refused'],
    bodyLimitBytes: bulkBytes,
  }),
  setRecordsStatus: route({
    method: 'PUT',
    path: `${list}/status`,
    summary: 'Enable (1) or disable (0) records',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: z.object({ ids: RecordIds, status: onOff }).meta({ examples: [{ ids: ['r7w3k9t5m2x8q4nz'], status: 0 }] }),
    status: 200,
    reply: success({ changed: z.number().int(), domain: DnsDomain }),
    errors: [...changes, 'record_refused'],
    bodyLimitBytes: bulkBytes,
  }),
  updateTtls: route({
    method: 'POST',
    path: `${list}/ttl`,
    summary: 'Give up to 8 records one TTL; each fares on its own',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: TtlBatch,
    status: 200,
    reply: success({ results: z.array(BatchResult), domain: DnsDomain }),
    errors: changes,
  }),
  copyRecords: route({
    method: 'POST',
    path: `${list}/copy`,
    summary: 'Copy up to 6 records into another domain of the account; each fares on its own',
    tag,
    access: 'dns.manage',
    params: DomainParams,
    body: CopyBatch,
    status: 200,
    reply: success({ results: z.array(BatchResult), domain: DnsDomain }),
    errors: changes,
  }),
  undoChange: route({
    method: 'POST',
    path: `${list}/undo`,
    summary: "Undo the last change of the domain's records",
    tag,
    access: 'dns.manage',
    params: DomainParams,
    status: 200,
    reply: success({ undone: LastChange, domain: DnsDomain }),
    errors: [...changes, 'record_refused', 'nothing_to_undo'],
  }),
  setRecordProxy: route({
    method: 'PUT',
    path: `${one}/proxy`,
    summary: "Answer a host with the edges' addresses (1) or its own (0)",
    tag,
    access: 'dns.manage',
    params: RecordParams,
    body: z.object({ proxy: onOff }).meta({ examples: [{ proxy: 1 }] }),
    status: 200,
    reply: success({ record: DnsRecord, domain: DnsDomain }),
    revised: 'record',
    errors: [...changes, 'not_delegated', 'not_proxiable', 'origin_private', 'origin_unresolvable'],
  }),
  getDynamicUrl: route({
    method: 'POST',
    path: `${one}/dynamic-url`,
    summary: 'Make a secret address that changes the record; one from before is dead',
    tag,
    access: 'dns.manage',
    params: RecordParams,
    status: 201,
    reply: success({
      /** Shown this once. */
      url: z.string(),
      host: z.string(),
      record: DnsRecord,
    }),
    errors: [...changes, 'not_dynamic'],
  }),
  disableDynamicUrl: route({
    method: 'DELETE',
    path: `${one}/dynamic-url`,
    summary: "End a record's secret address",
    tag,
    access: 'dns.manage',
    params: RecordParams,
    status: 200,
    reply: success({ record: DnsRecord }),
    errors: changes,
  }),
  /** Opened by routers, which only know GET. What it answers is one word of the dyndns2 protocol. */
  useDynamicUrl: route({
    method: 'GET',
    path: '/dynamic-dns/:secret',
    summary: "Set a record to the caller's address, or to `myip`; answers good, nochg, badauth, abuse, dnserr or 911",
    tag,
    access: 'public',
    params: z.object({ secret: z.string().max(100) }),
    query: z.object({ myip: z.string().trim().max(64).optional() }),
    status: 200,
    reply: success({}),
    sends: 'text/plain',
    errors: ['rate_limited'],
  }),
};
