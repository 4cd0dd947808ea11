import type { TargetRule } from '../names.ts';
import { readTarget } from '../names.ts';

/** What a customer can make. The first nine have forms of their own, the others the generic one. */
export const recordTypes = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'TXT',
  'SRV',
  'CAA',
  'NS',
  'PTR',
  'DS',
  'TLSA',
  'SSHFP',
  'SMIMEA',
  'NAPTR',
  'LOC',
  'HTTPS',
  'SVCB',
  'URI',
] as const;
export type RecordType = (typeof recordTypes)[number];

export type NumberField = 'priority' | 'weight' | 'port';
export type RecordField = 'host' | 'type' | 'record' | 'ttl' | NumberField;
export type RecordProblem = { field: RecordField; message: string };

/** A record's data: `record` without the numbers that are fields of their own (MX: priority; SRV: all three). */
export type RecordData = {
  record: string;
  priority: number | null;
  weight: number | null;
  port: number | null;
};

/** A record in its one canonical form. */
export type RecordValue = RecordData & { host: string; type: string; ttl: number };

export type Reading = { ok: true; record: string } | { ok: false; message: string };
export const accept = (record: string): Reading => ({ ok: true, record });
export const refuse = (message: string): Reading => ({ ok: false, message });

export type TypeRule = {
  /** Stand before `record` in presentation format, in this order. */
  numbers: readonly NumberField[];
  /** The place of a name in `record` that a zone file may write relative to its origin. */
  nameAt?: number;
  /** The canonical data, or what would be valid. */
  read(record: string, domain: string, numbers: RecordData): Reading;
  /** Where such a record cannot stand, in words. */
  hostProblem?(host: string): string | null;
  /** The data in presentation format, where that is not what people read. */
  write?(record: string): string;
  /** What PowerDNS must be given, where it wants even that otherwise. */
  served?(record: string): string;
};

/** A record whose data is one name. */
export function pointing(rule: TargetRule, more: Partial<TypeRule> = {}): TypeRule {
  return {
    numbers: [],
    nameAt: 0,
    read(record, domain) {
      const target = readTarget(record, domain, rule);
      return target.ok ? accept(target.name) : refuse(target.message);
    },
    ...more,
  };
}

/** A whole number as people write it; null for anything else. */
export function readNumber(text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}
