import type { DnsRecord } from '@headwater/contract/dns/record';
import { defaultTtl } from '@headwater/contract/dns/record';
import {
  joinParts,
  type PartForm,
  partOf,
  splitParts,
  type TypeForm,
  typeForms,
} from '@headwater/contract/dns/record-forms';
import {
  type NumberField,
  type RecordProblem,
  type RecordType,
  readRecord,
} from '@headwater/contract/dns/record-types';
import type { Changes } from './save-record.ts';
import { secondsOf } from './ttl-text.ts';

/** What stands in the form. Text and parts of other types stay there, so that changing the type loses nothing. */
export type RecordValues = {
  type: string;
  host: string;
  record: string;
  /** What was typed into each part, by type. */
  parts: Record<string, string[]>;
  priority: string;
  weight: string;
  port: string;
  ttl: string;
  note: string;
  status: 0 | 1;
};

const untyped: TypeForm = {
  label: 'Other',
  what: 'A type that has no form of its own.',
  fields: [{ name: 'record', label: 'Data', placeholder: '\\# 4 0a000001', help: 'Length and data in hex' }],
};

export const formOf = (type: string): TypeForm => (type in typeForms ? typeForms[type as RecordType] : untyped);

export const newValues: RecordValues = {
  type: 'A',
  host: '',
  record: '',
  parts: {},
  priority: '',
  weight: '',
  port: '',
  ttl: defaultTtl,
  note: '',
  status: 1,
};

export function valuesOf({ type, host, record, priority, weight, port, ttl, note, status }: DnsRecord): RecordValues {
  const { parts } = formOf(type);
  return {
    type,
    host,
    record: parts ? '' : record,
    parts: parts ? { [type]: splitParts(parts, record) } : {},
    priority: String(priority ?? ''),
    weight: String(weight ?? ''),
    port: String(port ?? ''),
    ttl,
    note,
    status,
  };
}

/** What was typed into the parts of the chosen type; where nothing was, the usual choice of those that offer some. */
export const partsOf = ({ type, parts }: RecordValues, forms: readonly PartForm[]): string[] =>
  forms.map(({ options, placeholder }, index) => parts[type]?.[index] ?? (options ? placeholder : ''));

/** The form as the record that it would be. Numbers of another type are left out. */
export function inputOf(values: RecordValues) {
  const { type, host, ttl, record } = values;
  const { fields, parts } = formOf(type);
  const number = (name: NumberField) => (fields.some((field) => field.name === name) ? values[name].trim() : null);
  return {
    type,
    host: host.trim() === '' ? '@' : host,
    record: parts ? joinParts(parts, partsOf(values, parts)) : record,
    ttl: secondsOf(ttl),
    priority: number('priority'),
    weight: number('weight'),
    port: number('port'),
  };
}

/** Sentences where they belong in the form: those about a part stand at that part, as `parts.2`. */
export function placeProblems(type: string, problems: readonly Pick<RecordProblem, 'field' | 'message'>[]) {
  const { parts } = formOf(type);
  return Object.fromEntries(
    problems.toReversed().map(({ field, message }) => {
      if (field !== 'record' || !parts) return [field, message];
      const part = partOf(parts, message) ?? parts[0];
      const opening = `${part?.label}: `;
      const place = `parts.${part ? parts.indexOf(part) : 0}`;
      if (!message.startsWith(opening)) return [place, message];
      const words = message.slice(opening.length);
      return [place, words.charAt(0).toUpperCase() + words.slice(1)];
    }),
  ) as Record<string, string>;
}

/** What keeps the form from being sent, by field. */
export function recordProblems(values: RecordValues, domain: string): Record<string, string> {
  const read = readRecord(inputOf(values), domain);
  const note = values.note.trim().length > 500 ? { note: 'Use at most 500 characters' } : {};
  return read.ok ? note : { ...note, ...placeProblems(values.type, read.errors) };
}

/** What the form would change of a record; null for nothing. */
export function changesTo(record: DnsRecord, values: RecordValues): Changes | null {
  const { type: _, ...now } = inputOf(values);
  const { type: __, ...before } = inputOf(valuesOf(record));
  const wanted = { ...now, note: values.note.trim() };
  const known: Record<string, unknown> = { ...before, note: record.note };
  const changes = Object.entries(wanted).filter(([field, value]) => value !== known[field]);
  return changes.length === 0 ? null : (Object.fromEntries(changes) as Changes);
}

export type Difference = { field: string; mine: string; theirs: string };

const labels = {
  host: 'Name',
  record: 'Value',
  ttl: 'TTL',
  priority: 'Priority',
  weight: 'Weight',
  port: 'Port',
} as const;

/** Where the form says something else than the record as somebody else left it. */
export function differencesOf(values: RecordValues, theirs: DnsRecord): Difference[] {
  const mine = inputOf(values);
  const other = inputOf(valuesOf(theirs));
  const fields = (Object.keys(labels) as (keyof typeof labels)[]).map((name) => ({
    field: labels[name],
    mine: String(mine[name] ?? ''),
    theirs: String(other[name] ?? ''),
  }));
  return [...fields, { field: 'Note', mine: values.note.trim(), theirs: theirs.note }].filter(
    ({ mine: one, theirs: two }) => one !== two,
  );
}
