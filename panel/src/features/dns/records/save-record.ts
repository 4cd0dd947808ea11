import type { DnsRecord, RecordUpdate } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { ifMatch } from '../../../lib/if-match.ts';
import { type RecordsKey, recordsQuery } from './record-queries.ts';

export type Changes = z.input<typeof RecordUpdate>;

/** Saves what was changed while looking at `base`; fails with `record_changed` when somebody else was faster. */
export const saveRecord = (key: RecordsKey, base: DnsRecord, body: Changes) =>
  call(dnsRoutes.updateRecord, { params: { ...key, recordId: base.id }, body }, { headers: ifMatch(base.revision) });

export const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'record_changed';

/** The record as it is by now; undefined when it is gone. */
export async function readAgain(client: QueryClient, key: RecordsKey, id: string): Promise<DnsRecord | undefined> {
  const { records } = await client.fetchQuery({ ...recordsQuery(key), staleTime: 0 });
  return records.find((record) => record.id === id);
}
