import { absoluteName } from '@headwater/contract/dns/names';
import type { DnsRecord } from '@headwater/contract/dns/record';
import { formatCount } from '../../../lib/format.ts';
import { valueText } from './record-rows.ts';

/** The types whose hosts the edges can answer for. */
export const isProxiable = (type: string): boolean => type === 'A' || type === 'AAAA' || type === 'CNAME';
/** The types that a secret address can change. */
export const isDynamic = (type: string): boolean => type === 'A' || type === 'AAAA';

export const countRecords = (count: number): string => (count === 1 ? '1 record' : `${formatCount(count)} records`);

/** How a record is called in a sentence: `www.example.com A`. */
export const nameOf = ({ host, type }: Pick<DnsRecord, 'host' | 'type'>, domain: string): string =>
  `${absoluteName(host, domain)} ${type}`;

/** The same for who hears a control of one row among many: `www A 192.0.2.1`. */
export const spokenName = (record: DnsRecord): string =>
  `${record.host} ${record.type} ${valueText(record).slice(0, 60)}`;

/** As a line of a zone file, ready to be pasted elsewhere. */
export const zoneLine = ({ host, type, ttl, priority, weight, port, record }: DnsRecord, domain: string): string =>
  [`${absoluteName(host, domain)}.`, ttl, 'IN', type, priority, weight, port, record]
    .filter((part) => part !== null)
    .join(' ');
