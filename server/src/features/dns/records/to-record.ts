import type { DnsRecord } from '@headwater/contract/dns/record';
import type { RecordRow } from './store.ts';

export const toRecord = (row: RecordRow, proxyProblem: string | null = null): DnsRecord => ({
  id: row.id,
  domainId: row.domain_id,
  host: row.host,
  type: row.type,
  record: row.record,
  ttl: String(row.ttl),
  priority: row.priority,
  weight: row.weight,
  port: row.port,
  status: row.status === 0 ? 0 : 1,
  note: row.note,
  proxy: row.proxy ? 1 : 0,
  proxyProblem,
  dynamicurl_status: row.dynamic_hash === null ? 0 : 1,
  dynamicUsedAt: row.dynamic_used_at?.toISOString() ?? null,
  revision: row.revision,
  updatedAt: row.updated_at.toISOString(),
});
