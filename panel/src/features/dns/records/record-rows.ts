import type { DnsRecord } from '@headwater/contract/dns/record';
import { toUnicode } from '@headwater/contract/dns/unicode';
import type { Sort } from '../../../ui/sort.ts';

/** What a record is found and ordered by. Worked out once for each record that the server sent: a list has thousands. */
type Keys = { text: string; host: string; type: string; value: string; ttl: number; updated: string };

const known = new WeakMap<DnsRecord, Keys>();

function keysOf(record: DnsRecord): Keys {
  let keys = known.get(record);
  if (!keys) {
    const shown = [record.host, record.type, valueText(record), record.ttl];
    keys = {
      text: `${shown.map(withLetters).join('\n')}\n${record.note}`.toLowerCase(),
      host: hostKey(record.host),
      type: record.type,
      value: inNumberOrder(record.record),
      ttl: Number(record.ttl),
      updated: record.updatedAt,
    };
    known.set(record, keys);
  }
  return keys;
}

/** Names of other letters are found as they are kept and as people write them. */
const withLetters = (text: string) =>
  text.includes('xn--') ? `${text}\n${text.split(' ').map(toUnicode).join(' ')}` : text;

/** `2` before `10`, in names and addresses alike. */
const inNumberOrder = (text: string) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(10, '0'));

/** The domain itself first, then each name with what stands below it. */
const hostKey = (host: string) => (host === '@' ? '' : inNumberOrder(host.split('.').reverse().join('\u0001')));

/** The data as one reads it: `10 mail.example.com.`, `0 5 5060 sip.example.com.`. */
export const valueText = ({ priority, weight, port, record }: DnsRecord): string =>
  [priority, weight, port, record].filter((part) => part !== null).join(' ');

export type RecordFilter = { text: string; type: string };

/**
 * The records that have every word of the filter somewhere. What stands in `pinned` stays: somebody is typing there.
 */
export function filterRecords(
  records: readonly DnsRecord[],
  { text, type }: RecordFilter,
  pinned: ReadonlySet<string>,
): readonly DnsRecord[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && type === '') return records;
  return records.filter((record) => {
    if (pinned.has(record.id)) return true;
    if (type !== '' && record.type !== type) return false;
    const { text: all } = keysOf(record);
    return words.every((word) => all.includes(word));
  });
}

type SortKey = 'host' | 'type' | 'value' | 'ttl' | 'updated';
/** What decides between records that are equal in what one sorts by. */
const further: Record<SortKey, readonly SortKey[]> = {
  host: ['host', 'type', 'value'],
  type: ['type', 'host', 'value'],
  value: ['value', 'host', 'type'],
  ttl: ['ttl', 'host', 'type', 'value'],
  updated: ['updated', 'host', 'type', 'value'],
};

export function sortRecords(records: readonly DnsRecord[], { by, order }: Sort): DnsRecord[] {
  const [first, ...rest] = further[by as SortKey] ?? further.host;
  const sign = order === 'asc' ? 1 : -1;
  return records
    .map((record) => ({ record, keys: keysOf(record) }))
    .sort((a, b) => {
      const main = first ? compare(a.keys[first], b.keys[first]) * sign : 0;
      if (main !== 0) return main;
      for (const key of rest) {
        const difference = compare(a.keys[key], b.keys[key]);
        if (difference !== 0) return difference;
      }
      return compare(a.record.id, b.record.id);
    })
    .map(({ record }) => record);
}

const compare = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

/** The types there are, with how many records each has. */
export function countTypes(records: readonly DnsRecord[]): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of records) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => compare(a.type, b.type));
}
