import type { DnsRrset, DnsZone } from '@headwater/contract/nodes/dns-document';
import type { Rrset, RrsetChange } from '@headwater/engines/powerdns';

export const keyOf = ({ name, type }: { name: string; type: string }): string => `${name.toLowerCase()} ${type}`;

/** The same text for the same set of records, in whatever order they come. */
export const textOf = ({ ttl, records }: { ttl: number; records: string[] }): string =>
  [ttl, ...(records.length > 1 ? [...records].sort() : records)].join('\n');

/** What has to be said to a server that serves the one, so that it serves the other: no more than that. */
export function differenceOf(served: readonly Rrset[], wanted: readonly DnsRrset[]): RrsetChange[] {
  const before = new Map(served.map((rrset) => [keyOf(rrset), rrset]));
  const written: RrsetChange[] = [];
  for (const rrset of wanted) {
    const key = keyOf(rrset);
    const found = before.get(key);
    before.delete(key);
    if (found === undefined || textOf(found) !== textOf(rrset)) written.push(rrset);
  }
  const removed = [...before.values()].map(({ name, type, ttl }) => ({ name, type, ttl, records: null }));
  // An address takes the place of a CNAME only once that is gone.
  return [...removed, ...written];
}

function soaOf(zone: DnsZone): DnsRrset | undefined {
  return zone.rrsets.find(({ name, type }) => type === 'SOA' && name === zone.name);
}

export function serialOf(zone: DnsZone): number | null {
  const serial = Number(soaOf(zone)?.records[0]?.split(' ')[2]);
  return Number.isInteger(serial) ? serial : null;
}

/** The zone under the serial before its own. */
export function withEarlierSerial(zone: DnsZone): DnsRrset[] {
  const soa = soaOf(zone);
  return zone.rrsets.map((rrset) => {
    if (rrset !== soa) return rrset;
    const fields = rrset.records[0]?.split(' ') ?? [];
    fields[2] = String((Number(fields[2]) + 0xffff_ffff) % 0x1_0000_0000);
    return { ...rrset, records: [fields.join(' ')] };
  });
}
