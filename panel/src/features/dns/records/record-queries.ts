import type { DnsDomain } from '@headwater/contract/dns/domain';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import type { Reply } from '@headwater/contract/lib/route';
import { type QueryClient, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../../lib/ask.ts';
import { useDomainChange } from '../domain-queries.ts';

type List = Reply<typeof dnsRoutes.listRecords>;
export type RecordsKey = { serviceId: number; domainId: string };

/** All records of a domain. Those that are as they were stay the same objects: their rows are not drawn again. */
export const recordsQuery = (params: RecordsKey): ReturnType<typeof firstRecordsQuery> => ({
  ...ask(dnsRoutes.listRecords, { params, query: { rows: 'all' } }),
  structuralSharing: (before: unknown, now: unknown) => shareRecords(before as List | undefined, now as List),
});

/** Their first page. */
export const firstRecordsQuery = (params: RecordsKey) => ask(dnsRoutes.listRecords, { params, query: { rows: 20 } });

export function shareRecords(before: List | undefined, now: List): List {
  if (!before) return now;
  const known = new Map(before.records.map((record) => [record.id, record]));
  const records = now.records.map((record) => {
    const old = known.get(record.id);
    return old && isSame(old, record) ? old : record;
  });
  const unchanged = records.length === before.records.length && records.every((one, at) => one === before.records[at]);
  const lastChange = replaceEqualDeep(before.lastChange, now.lastChange);
  // Another object for the same list would have the screen drawn again, and again for what that brings.
  if (unchanged && lastChange === before.lastChange && now.total === before.total) return before;
  return { ...now, lastChange, records: unchanged ? before.records : records };
}

const isSame = (a: DnsRecord, b: DnsRecord) =>
  (Object.keys(b) as (keyof DnsRecord)[]).every((field) => a[field] === b[field]);

export type RecordNews = {
  domain?: DnsDomain;
  /** Records that are new, or not what they were. */
  put?: readonly DnsRecord[];
  drop?: ReadonlySet<string> | 'all';
};

/** Shows what a call has done at once, then asks for the whole list: siblings may have changed with it. */
export function useRecordNews(key: RecordsKey): (news: RecordNews) => void {
  const client = useQueryClient();
  const domainChanged = useDomainChange();
  return (news) => {
    if (news.domain) domainChanged(news.domain);
    applyNews(client, key, news);
    void reloadRecords(client, key);
  };
}

export const reloadRecords = (client: QueryClient, key: RecordsKey): Promise<void> =>
  client.invalidateQueries({ queryKey: recordsQuery(key).queryKey });

function applyNews(client: QueryClient, key: RecordsKey, { put = [], drop = new Set() }: RecordNews): void {
  client.setQueryData(recordsQuery(key).queryKey, (list) => {
    if (!list) return list;
    const changed = new Map(put.map((record) => [record.id, record]));
    const kept = drop === 'all' ? [] : list.records.filter(({ id }) => !drop.has(id));
    const records = kept.map((record) => changed.get(record.id) ?? record);
    const known = new Set(kept.map(({ id }) => id));
    records.push(...put.filter(({ id }) => !known.has(id)));
    return { ...list, records, total: records.length };
  });
}

/** Shows the first page of records that are all others than before, while the rest is on its way. */
export async function startOver(client: QueryClient, key: RecordsKey): Promise<void> {
  const first = await client.fetchQuery({ ...firstRecordsQuery(key), staleTime: 0 });
  client.setQueryData(recordsQuery(key).queryKey, first);
}
