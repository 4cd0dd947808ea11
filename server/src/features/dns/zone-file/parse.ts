import type { Soa } from '@headwater/contract/dns/domain';
import type { RecordValue } from '@headwater/contract/dns/record-types';
import { mostRecords } from '@headwater/contract/dns/zone-rules';
import { type Entry, readEntries } from './lines.ts';
import { EntryReader } from './read-entry.ts';

export type ParsedRecord = RecordValue & {
  line: number;
  text: string;
  status: 0 | 1;
  /** Null when the file says nothing about it. */
  note: string | null;
};
export type LineNote = { line: number; text: string; message: string };

export type ParsedZone = {
  records: ParsedRecord[];
  soa: (Soa & { line: number; text: string }) | null;
  /** What is understood and not ours to take over. */
  skipped: LineNote[];
  problems: LineNote[];
  /** Why the file as a whole is not taken, in words; then all else is empty. */
  refused: string | null;
};

export const zoneFileLimits = {
  bytes: 5_000_000,
  lines: 100_000,
  records: mostRecords,
  /** Of the names of all records together: 25 for each of the most records, as those of IPv6 addresses have. */
  labels: 500_000,
  problems: 1000,
} as const;

/** Reads a zone file in BIND syntax (RFC 1035 5, RFC 2308 4, RFC 3597) for one domain, in one pass. */
export function parseZoneFile(text: string, domain: string): ParsedZone {
  const tooLarge = sizeProblem(text);
  if (tooLarge) return refuse(tooLarge);
  const zone: ParsedZone = { records: [], soa: null, skipped: [], problems: [], refused: null };
  const reader = new EntryReader(domain);
  let labels = 0;
  for (const entry of readEntries(text.replace(/^\uFEFF/, ''))) {
    const result = reader.read(entry);
    if (!result) continue;
    if ('refuse' in result) return refuse(`Line ${entry.line}: ${result.refuse}`);
    if ('record' in result) {
      zone.records.push({ ...result.record, ...placeOf(entry) });
      labels += result.record.host.split('.').length;
    }
    if ('soa' in result) zone.soa = { ...result.soa, ...placeOf(entry) };
    if ('problem' in result) zone.problems.push({ ...placeOf(entry), message: result.problem });
    if ('skip' in result) zone.skipped.push({ ...placeOf(entry), message: result.skip });
    const tooMuch = countProblem(zone, labels, domain);
    if (tooMuch) return refuse(tooMuch);
  }
  return zone;
}

const refuse = (refused: string): ParsedZone => ({ records: [], soa: null, skipped: [], problems: [], refused });
const count = (value: number): string => value.toLocaleString('en');

function placeOf({ line, text, comment }: Entry): { line: number; text: string } {
  const shown = (text.trim() === '' ? `;${comment}` : text).trim().replace(/\s+/g, ' ');
  return { line, text: shown.length > 200 ? `${shown.slice(0, 200)}…` : shown };
}

function sizeProblem(text: string): string | null {
  const { bytes, lines } = zoneFileLimits;
  if (text.length > bytes || Buffer.byteLength(text) > bytes) {
    return `A zone file may have at most ${count(bytes)} bytes: this one has more`;
  }
  let found = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found++;
  return found > lines ? `A zone file may have at most ${count(lines)} lines: this one has ${count(found)}` : null;
}

function countProblem({ records, problems }: ParsedZone, labels: number, domain: string): string | null {
  if (records.length > zoneFileLimits.records) {
    return `A zone file may have at most ${count(zoneFileLimits.records)} records: this one has more`;
  }
  if (labels > zoneFileLimits.labels) {
    return `The names of a zone file may have at most ${count(zoneFileLimits.labels)} parts between dots: these have more`;
  }
  const [first] = problems;
  if (!first || problems.length <= zoneFileLimits.problems) return null;
  const many = `More than ${count(zoneFileLimits.problems)} lines cannot be taken: is this a zone file of ${domain}?`;
  return `${many} The first is line ${first.line}: ${first.message}`;
}
