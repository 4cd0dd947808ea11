import { readHost } from '@headwater/contract/dns/names';
import type { DnsRecord } from '@headwater/contract/dns/record';
import type { RecordValues } from './record-form.ts';

/** Texts of which a name may have one only: with two, receivers of mail go by neither. */
const kinds = [
  { name: 'SPF', begins: /^v=spf1(\s|$)/i },
  { name: 'DMARC', begins: /^v=dmarc1\s*(;|$)/i },
];

export type Twin = { name: string; record: DnsRecord };

/** The other record that has the same task at the same name as the one in the form; null for none. */
export function twinOf(
  { type, host, record: text }: RecordValues,
  base: DnsRecord | null,
  records: readonly DnsRecord[],
  domain: string,
): Twin | null {
  const read = readHost(host, domain);
  const kind = kinds.find(({ begins }) => begins.test(text.trim()));
  if (type !== 'TXT' || !read.ok || !kind) return null;
  const record = records.find(
    (other) =>
      other.type === 'TXT' && other.host === read.name && other.id !== base?.id && kind.begins.test(other.record),
  );
  return record ? { name: kind.name, record } : null;
}
