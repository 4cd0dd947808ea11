import type { Soa } from '@headwater/contract/dns/domain';
import { toMailbox } from '@headwater/contract/dns/mailbox';
import { toFileData } from '@headwater/contract/dns/record-types';
import type { ZoneRecord } from '@headwater/contract/dns/zone-rules';
import { writeDisabled, writeNote } from './comments.ts';

export type ZoneFile = {
  domain: string;
  soa: Soa;
  /** Whole names, without a dot at the end. */
  nameservers: readonly string[];
  records: readonly (ZoneRecord & { note: string })[];
  at: Date;
};

/** The zone as a file in BIND syntax. Read back it is the same zone, disabled records and notes among it. */
export function writeZoneFile({ domain, soa, nameservers, records, at }: ZoneFile): string {
  const times = [soa.serial, soa.refresh, soa.retry, soa.expire, soa.minimum].join(' ');
  const lines = [
    `; ${domain}, exported from Headwater ${at.toISOString()}`,
    `$ORIGIN ${domain}.`,
    `$TTL ${soa.ttl}`,
    `@ ${soa.ttl} IN SOA ${soa.mname}. ${toMailbox(soa.rname, domain)} ${times}`,
    ...nameservers.map((name) => `@ ${soa.ttl} IN NS ${name}.`),
    ...[...records].sort(inOrder).map(writeRecord),
  ];
  return `${lines.join('\n')}\n`;
}

function writeRecord(record: ZoneRecord & { note: string }): string {
  const line = `${record.host} ${record.ttl} IN ${record.type} ${toFileData(record)}${writeNote(record.note)}`;
  return record.status === 1 ? line : writeDisabled(line);
}

/** The domain itself first, then by name, type and data. */
function inOrder(one: ZoneRecord, other: ZoneRecord): number {
  return (
    Number(other.host === '@') - Number(one.host === '@') ||
    compare(one.host, other.host) ||
    compare(one.type, other.type) ||
    compare(toFileData(one), toFileData(other))
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
