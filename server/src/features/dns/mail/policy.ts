import type { MailPolicy } from '@headwater/contract/dns/mail-routes';
import type { RecordRow } from '../records/store.ts';

type Text = Pick<RecordRow, 'id' | 'host' | 'type' | 'record' | 'status'>;

/** What those who receive mail find about the domain: SPF (RFC 7208), DKIM keys (RFC 6376) and DMARC (RFC 7489). */
export function findPolicy(records: readonly Text[]): MailPolicy {
  const texts = records
    .filter(({ type, status }) => type === 'TXT' && status === 1)
    .map(({ id, host, record }) => ({ id, host, text: record }));
  return {
    spf: texts.filter(({ host, text }) => host === '@' && /^v=spf1( |$)/i.test(text)),
    dmarc: texts.filter(({ host, text }) => host === '_dmarc' && /^v=DMARC1\s*(;|$)/.test(text)),
    dkim: texts.filter(({ host }) => /\._domainkey(\.|$)/.test(host)),
  };
}
