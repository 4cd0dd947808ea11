import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinParts, partOf, splitParts, typeForms } from './record-forms.ts';
import { type RecordType, readRecord, recordTypes } from './record-types.ts';
import { arbitraryRecord } from './testing/arbitrary-records.ts';

const domain = 'example.com';
const partsOf = (type: string) => typeForms[type as RecordType].parts ?? [];

test('a record that is shown part by part and put together again is the same record', () => {
  fc.assert(
    fc.property(arbitraryRecord, (input) => {
      const reading = readRecord(input, domain);
      if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
      const { value } = reading;
      const parts = partsOf(value.type);
      if (parts.length === 0) return;
      const shown = splitParts(parts, value.record);
      expect(shown).toHaveLength(parts.length);
      expect(readRecord({ ...value, record: joinParts(parts, shown) }, domain)).toEqual(reading);
    }),
    { numRuns: 2000 },
  );
});

describe('each type', () => {
  test.each(recordTypes)('%s has words for what it is, and an example that is valid', (type) => {
    const { what, fields, parts } = typeForms[type];
    expect(what).toMatch(/^[A-Z].{20,140}\.$/);
    expect(fields.map(({ name }) => name)).toContain('record');
    const sample = Object.fromEntries(fields.map(({ name, placeholder }) => [name, placeholder]));
    const host = { SRV: '_sip._tcp', TLSA: '_443._tcp', SMIMEA: 'abc._smimecert' }[type as string] ?? 'www';
    const digits = (text: string) => text.replace('8cb0fc6c527506a0…', 'ab'.repeat(32));
    const reading = readRecord(
      { host, type, record: '', ...sample, ...(sample.record && { record: digits(sample.record) }) },
      domain,
    );
    expect(reading).toMatchObject({ ok: true });
    if (!parts) return;
    const typed = joinParts(
      parts,
      parts.map(({ placeholder }) => digits(placeholder)),
    );
    expect(readRecord({ host, type, record: typed, priority: 1 }, domain)).toMatchObject({ ok: true });
  });
});

describe('the message about a part names it', () => {
  // The parts of a LOC are found by their shape: where that is gone, the message shows it as a whole.
  test.each(recordTypes.filter((type) => partsOf(type).length > 0 && type !== 'LOC'))('%s', (type) => {
    const parts = partsOf(type);
    const good = parts.map(({ placeholder }) => placeholder.replace('8cb0fc6c527506a0…', 'ab'.repeat(32)));
    for (const [index, part] of parts.entries()) {
      const typed = good.map((value, at) => (at === index ? 'é~' : value));
      const reading = readRecord({ host: 'www', type, record: joinParts(parts, typed) }, domain);
      const message = reading.ok ? '' : (reading.errors.find(({ field }) => field === 'record')?.message ?? '');
      expect([part.label, partOf(parts, message)?.label]).toEqual([part.label, part.label]);
    }
  });
});

test('an empty part keeps its place, so that the message is about it', () => {
  const parts = partsOf('TLSA');
  const reading = readRecord(
    { host: '_443._tcp', type: 'TLSA', record: joinParts(parts, ['', '1', '1', 'ab']) },
    domain,
  );
  expect(reading).toMatchObject({
    ok: false,
    errors: [{ field: 'record', message: expect.stringMatching(/^Usage: /) }],
  });
  expect(joinParts(parts, ['', ' ', '', ''])).toBe('');
});
