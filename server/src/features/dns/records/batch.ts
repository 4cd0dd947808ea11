import { type BatchResult, type CopyBatch, defaultTtl, type TtlBatch } from '@headwater/contract/dns/record';
import type { z } from 'zod';
import type { Deps } from '../../../lib/feature.ts';
import { notFound, Problem } from '../../../lib/problem.ts';
import type { Who } from '../../../lib/who.ts';
import { type DomainKey, findDomainById } from '../domains/store.ts';
import type { ChangeCounts } from './change-store.ts';
import type { ZoneEdit } from './edit.ts';
import { count } from './single.ts';
import { listRecords, type RecordRow } from './store.ts';
import { changeRecords } from './write.ts';

type WriteDeps = Pick<Deps, 'database' | 'settings'>;

/** Gives records one TTL. One that cannot have it leaves the others alone. */
export const updateTtls = (
  deps: WriteDeps,
  who: Who,
  key: DomainKey,
  { ids, ttl, operation }: z.output<typeof TtlBatch>,
): Promise<BatchResult[]> => {
  const deed = {
    action: 'domain.ttls-changed',
    operation,
    summary: ({ changed }: ChangeCounts) => `TTL of ${count(changed)} changed`,
  } as const;
  return changeRecords(deps, who, key, deed, (edit) =>
    each(ids, (id) => {
      const row = edit.find(id);
      if (!row) throw notFound('Record');
      const value = edit.read({ ...row, ttl });
      if (value.ttl !== row.ttl) edit.place({ ...row, ttl: value.ttl });
      return 'done';
    }),
  );
};

/**
 * Copies records into another domain of the account, by the rules of the specification: ids and whether they were
 * selected are dropped, the TTL is kept only when asked for, types outside the list are skipped.
 */
export async function copyRecords(
  deps: WriteDeps,
  who: Who,
  key: DomainKey,
  batch: z.output<typeof CopyBatch>,
): Promise<BatchResult[]> {
  const { source, target } = await deps.database.readAsCustomer(who.customerId, async (tx) => {
    const [from, to] = await Promise.all([findDomainById(tx, key.domainId), findDomainById(tx, batch.targetDomainId)]);
    if (!from || from.service_id !== key.serviceId) throw notFound('Domain');
    // A key that is limited to services does not reach into others.
    if (!to || (who.services && !who.services.has(to.service_id))) throw notFound('Target domain');
    const rows = await listRecords(tx, from.id);
    return { source: { ...from, rows: new Map(rows.map((row) => [row.id, row])) }, target: to };
  });
  const deed = {
    action: 'domain.records-copied',
    operation: batch.operation,
    summary: ({ added }: ChangeCounts) => `${count(added)} copied from ${source.domain}`,
  } as const;
  const into = { serviceId: target.service_id, domainId: target.id };
  return changeRecords(deps, who, into, deed, (edit) =>
    each(batch.ids, (id) => {
      const row = source.rows.get(id);
      if (!row) throw notFound('Record');
      if (!batch.types.includes(row.type)) return 'skipped';
      copyInto(edit, row, source.domain, batch);
      return 'done';
    }),
  );
}

function copyInto(
  edit: ZoneEdit,
  row: RecordRow,
  sourceDomain: string,
  { preserveTtl, replaceSourceDomain }: z.output<typeof CopyBatch>,
): void {
  const rename = (text: string) =>
    replaceSourceDomain ? text.replaceAll(new RegExp(literally(sourceDomain), 'gi'), () => edit.domain.domain) : text;
  const { type, priority, weight, port, status, note } = row;
  edit.add(
    {
      host: rename(row.host),
      type,
      record: rename(row.record),
      ttl: preserveTtl ? row.ttl : defaultTtl,
      priority,
      weight,
      port,
    },
    { status, note },
  );
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function each(ids: readonly string[], work: (id: string) => 'done' | 'skipped'): BatchResult[] {
  return ids.map((id) => {
    try {
      const state = work(id);
      return state === 'skipped' ? { id, state, message: 'Its type is not in the list.' } : { id, state };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { id, state: 'failed', message: error.message };
    }
  });
}
