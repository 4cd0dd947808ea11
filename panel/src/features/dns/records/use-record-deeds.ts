import { dnsMessages } from '@headwater/contract/dns/messages';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { dnsRoutes } from '@headwater/contract/dns/routes';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { tellFailure } from '../tell-failure.ts';
import { type RecordNews, type RecordsKey, useRecordNews } from './record-queries.ts';

type Deeds = {
  /** Records that a call is under way for. */
  busy: ReadonlySet<string>;
  /** Records that the newest change was about. */
  fresh: ReadonlySet<string>;
  setStatus: (ids: readonly string[], status: 0 | 1) => Promise<void>;
  setProxy: (id: string, proxy: 0 | 1) => Promise<void>;
  /** Shows what was done elsewhere on the page. */
  tell: (news: RecordNews) => void;
};

/** What is done to records right in the list. What fails is said, and the list shows what there is. */
export function useRecordDeeds(key: RecordsKey, records: readonly DnsRecord[]): Deeds {
  const show = useRecordNews(key);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const tell = (news: RecordNews) => {
    setFresh(new Set(news.put?.map(({ id }) => id)));
    show(news);
  };
  const attempt = async (ids: readonly string[], failed: string, deed: () => Promise<RecordNews>) => {
    setBusy((before) => new Set([...before, ...ids]));
    try {
      tell(await deed());
    } catch (error) {
      tellFailure(failed, error);
    } finally {
      setBusy((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }
  };
  return {
    busy,
    fresh,
    tell,
    setStatus: (ids, status) =>
      attempt(ids, status === 1 ? dnsMessages.enableRecord : dnsMessages.disableRecord, async () => {
        const { domain } = await call(dnsRoutes.setRecordsStatus, { params: key, body: { ids: [...ids], status } });
        const wanted = new Set(ids);
        return { domain, put: records.filter(({ id }) => wanted.has(id)).map((record) => ({ ...record, status })) };
      }),
    setProxy: (id, proxy) =>
      attempt([id], proxy === 1 ? dnsMessages.enableProxy : dnsMessages.disableProxy, async () => {
        const { domain, record } = await call(dnsRoutes.setRecordProxy, {
          params: { ...key, recordId: id },
          body: { proxy },
        });
        return { domain, put: [record] };
      }),
  };
}
