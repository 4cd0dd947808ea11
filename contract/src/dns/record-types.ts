import { readHost } from './names.ts';
import { basicRules } from './record-types/basic.ts';
import { caa } from './record-types/caa.ts';
import { digestRules } from './record-types/digests.ts';
import { loc } from './record-types/loc.ts';
import { naptr } from './record-types/naptr.ts';
import { serviceBinding } from './record-types/service-binding.ts';
import { textFromWords, txt } from './record-types/text.ts';
import {
  type NumberField,
  type RecordData,
  type RecordProblem,
  type RecordType,
  type RecordValue,
  recordTypes,
  type TypeRule,
} from './record-types/types.ts';
import { isUnknownType, unknown } from './record-types/unknown.ts';
import { uri } from './record-types/uri.ts';
import { splitWords } from './words.ts';

export * from './record-types/types.ts';

const rules: Record<RecordType, TypeRule> = {
  ...basicRules,
  ...digestRules,
  TXT: txt,
  CAA: caa,
  NAPTR: naptr,
  LOC: loc,
  HTTPS: serviceBinding,
  SVCB: serviceBinding,
  URI: uri,
};

export const ttlBounds = { leastSeconds: 30, mostSeconds: 2_592_000, usualSeconds: 3600 } as const;

/** What people and programs send; an empty number counts as left out. */
export type RecordInput = {
  host?: string | null | undefined;
  type: string;
  record: string;
  ttl?: number | string | null | undefined;
  priority?: number | string | null | undefined;
  weight?: number | string | null | undefined;
  port?: number | string | null | undefined;
};

export type ReadRecord = { ok: true; value: RecordValue } | { ok: false; errors: RecordProblem[] };

/** The one canonical form of a record, or a sentence on each field that is wrong. Reading a canonical form changes nothing. */
export function readRecord(input: RecordInput, domain: string): ReadRecord {
  const errors: RecordProblem[] = [];
  const type = input.type.trim().toUpperCase();
  const rule = ruleOf(type);
  if (!rule) return { ok: false, errors: [{ field: 'type', message: typeProblem(type) }] };

  const host = readHost(input.host ?? '', domain);
  const standing = host.ok ? rule.hostProblem?.(host.name) : host.message;
  if (standing) errors.push({ field: 'host', message: standing });

  const ttl = readWhole(input.ttl ?? ttlBounds.usualSeconds, ttlBounds.leastSeconds, ttlBounds.mostSeconds);
  if (ttl === null)
    errors.push({ field: 'ttl', message: 'Enter a whole number of seconds from 30 to 2,592,000 (30 days)' });

  const data = pasted(rule, input);
  const numbers: RecordData = { record: '', priority: null, weight: null, port: null };
  for (const field of rule.numbers) {
    const value = readWhole(data[field], field === 'port' ? 1 : 0, 65_535);
    // The port of a service that is not there is 0.
    const none = field === 'port' && data.record.trim() === '.' && readWhole(data.port, 0, 0) === 0;
    numbers[field] = none ? 0 : value;
    if (numbers[field] === null) errors.push({ field, message: numberProblems[field] });
  }

  const reading = rule.read(data.record.trim(), domain, numbers);
  if (!reading.ok) errors.push({ field: 'record', message: reading.message });
  if (errors.length > 0 || !reading.ok || !host.ok || ttl === null) return { ok: false, errors };
  return { ok: true, value: { ...numbers, host: host.name, type, record: reading.record, ttl } };
}

/** A canonical record's data in presentation format, names whole: what stands in a zone file. */
export function toFileData(data: RecordData & { type: string }): string {
  return withNumbers(data, ruleOf(data.type)?.write?.(data.record) ?? data.record);
}

/** The same as PowerDNS is given it, and gives it back. */
export function toRdata(data: RecordData & { type: string }): string {
  const served = ruleOf(data.type)?.served;
  return served ? withNumbers(data, served(data.record)) : toFileData(data);
}

const withNumbers = (data: RecordData & { type: string }, record: string): string =>
  [...(ruleOf(data.type)?.numbers.map((field) => data[field] ?? 0) ?? []), record].join(' ');

/** Data of a zone file as `readRecord` takes it; names without a dot at the end are made whole with the origin (a whole name; empty for the root). */
export function fromRdata(type: string, rdata: string, origin: string): RecordData {
  const rule = ruleOf(type);
  const words = splitWords(rdata);
  const data: RecordData = { record: rdata, priority: null, weight: null, port: null };
  if (!rule || !words) return data;
  if (rule === txt) return { ...data, record: textFromWords(words) };
  if (rule.nameAt !== undefined) {
    const at = rule.nameAt + rule.numbers.length;
    const name = words[at];
    if (name) words[at] = wholeName(name, origin);
  }
  for (const [index, field] of rule.numbers.entries()) data[field] = readWhole(words[index], 0, 65_535);
  return { ...data, record: words.slice(rule.numbers.length).join(' ') };
}

function wholeName(name: string, origin: string): string {
  if (name.endsWith('.')) return name;
  if (name === '@') return `${origin}.`;
  return origin === '' ? `${name}.` : `${name}.${origin}.`;
}

/** Numbers and target in one text, as zone files and many manuals have them: `10 mail.example.com`. */
function pasted(rule: TypeRule, input: RecordInput): RecordInput {
  const empty = rule.numbers.length > 0 && rule.numbers.every((field) => (input[field] ?? '') === '');
  const words = input.record.trim().split(/\s+/);
  if (!empty || words.length !== rule.numbers.length + 1) return input;
  const numbers = Object.fromEntries(rule.numbers.map((field, index) => [field, words[index]]));
  return { ...input, ...numbers, record: words.at(-1) ?? '' };
}

function readWhole(given: number | string | null | undefined, least: number, most: number): number | null {
  const text = typeof given === 'number' ? String(given) : (given ?? '').trim();
  if (!/^\d{1,10}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

const numberProblems: Record<NumberField, string> = {
  priority: 'Enter a whole number from 0 to 65535, such as 10; the lowest is tried first',
  weight: 'Enter a whole number from 0 to 65535, such as 5',
  port: 'Enter the port of the service, from 1 to 65535',
};

function ruleOf(type: string): TypeRule | undefined {
  if (Object.hasOwn(rules, type)) return rules[type as RecordType];
  return isUnknownType(type) ? unknown : undefined;
}

function typeProblem(type: string): string {
  if (type === 'SOA') return 'The SOA has its own page';
  if (signingTypes.has(type)) return 'Headwater signs by itself: switch DNSSEC on instead';
  return `Choose one of ${recordTypes.join(', ')}`;
}

/** What the signer makes, and nobody brings. */
export const signingTypes: ReadonlySet<string> = new Set([
  'RRSIG',
  'NSEC',
  'NSEC3',
  'NSEC3PARAM',
  'DNSKEY',
  'CDS',
  'CDNSKEY',
]);
