import type { Soa } from '@headwater/contract/dns/domain';
import { toMailbox } from '@headwater/contract/dns/mailbox';
import { absoluteName } from '@headwater/contract/dns/names';
import { defaultTtl } from '@headwater/contract/dns/record';
import { toRdata } from '@headwater/contract/dns/record-types';
import type { DnsRrset, DnsZone } from '@headwater/contract/nodes/dns-document';
import type { Children } from './domains/family.ts';
import type { RecordRow } from './records/store.ts';
import { listDs } from './security/keys.ts';

/** What of a domain its document is made from. */
export type ZoneState = {
  id: string;
  domain: string;
  soa: Soa;
  /** Base64 of what is sealed; null while the zone is not signed. */
  sealedKey: string | null;
  children: Children;
};

/** What hosts that are proxied are answered with. */
export type EdgeAddresses = { ipv4: readonly string[]; ipv6: readonly string[] };

/** The key as the database has it; the feed opens it on its way to a node. */
export type SealedDnsZone = Omit<DnsZone, 'signing'> & { signing: { algorithm: 13; sealed: string } | null };

const apexTtl = Number(defaultTtl);

/** The zone as name servers are to answer it: sorted, so that the same zone is the same document. */
export function toDnsZone(
  zone: ZoneState,
  records: Iterable<RecordRow>,
  nameservers: readonly string[],
  edges: EdgeAddresses,
): SealedDnsZone {
  const sets = new Map<string, DnsRrset>();
  const put = (name: string, type: string, ttl: number, data: string) => {
    const key = `${name} ${type}`;
    const set = sets.get(key);
    if (!set) sets.set(key, { name, type, ttl, records: [data] });
    else if (!set.records.includes(data)) set.records.push(data);
  };
  put(zone.domain, 'SOA', zone.soa.ttl, soaData(zone));
  for (const nameserver of nameservers) put(zone.domain, 'NS', apexTtl, `${nameserver}.`);
  for (const child of zone.children.values()) {
    for (const nameserver of nameservers) put(child.domain, 'NS', apexTtl, `${nameserver}.`);
    // Without it, a resolver that checks signatures would take the answers of a child that is signed for forged ones.
    const vouched = child.public_key === null ? [] : listDs(child.domain, child.public_key);
    for (const { text } of vouched) put(child.domain, 'DS', apexTtl, text.toLowerCase());
  }
  // Where no edge is known, visitors go to where the content is rather than nowhere.
  const hasEdges = edges.ipv4.length + edges.ipv6.length > 0;
  for (const record of records) {
    if (record.status === 0) continue;
    const name = absoluteName(record.host, zone.domain);
    if (!record.proxy || !hasEdges) put(name, record.type, record.ttl, toRdata(record));
    else {
      for (const address of edges.ipv4) put(name, 'A', record.ttl, address);
      for (const address of edges.ipv6) put(name, 'AAAA', record.ttl, address);
    }
  }
  const rrsets = [...sets.values()].sort((a, b) => compare(a.name, b.name) || compare(a.type, b.type));
  for (const { records } of rrsets) records.sort();
  const signing = zone.sealedKey === null ? null : { algorithm: 13 as const, sealed: zone.sealedKey };
  return { id: zone.id, name: zone.domain, rrsets, signing };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function soaData({ soa, domain }: ZoneState): string {
  const { mname, rname, serial, refresh, retry, expire, minimum } = soa;
  return `${mname}. ${toMailbox(rname, domain)} ${serial} ${refresh} ${retry} ${expire} ${minimum}`;
}

/** The serial of the next version: the day and a number, or simply one more once there were a hundred on a day. RFC 1912. */
export function nextSerial(serial: number, now: Date): number {
  const today = Number(now.toISOString().slice(0, 10).replaceAll('-', '')) * 100;
  return Math.max(serial + 1, today);
}
