import type { DnsRecord } from '@headwater/contract/dns/record';

/** A plain record as the server sends it, but for the given fields. */
export const recordOf = (fields: Partial<DnsRecord> = {}): DnsRecord => ({
  id: 'r1',
  domainId: 'd1',
  host: '@',
  type: 'A',
  record: '192.0.2.1',
  ttl: '3600',
  priority: null,
  weight: null,
  port: null,
  status: 1,
  note: '',
  proxy: 0,
  proxyProblem: null,
  dynamicurl_status: 0,
  dynamicUsedAt: null,
  revision: 1,
  updatedAt: '2026-11-21T09:00:00.000Z',
  ...fields,
});
