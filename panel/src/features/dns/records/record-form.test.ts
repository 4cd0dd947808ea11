import type { DnsRecord } from '@headwater/contract/dns/record';
import { typeForms } from '@headwater/contract/dns/record-forms';
import { expect, test } from 'vitest';
import {
  changesTo,
  differencesOf,
  inputOf,
  newValues,
  placeProblems,
  recordProblems,
  valuesOf,
} from './record-form.ts';
import { recordOf } from './testing/sample-record.ts';

const record = recordOf({ host: 'www' });
const domain = 'example.com';

test('a new record begins enabled, with a TTL of 3600 seconds', () => {
  expect(newValues).toMatchObject({ status: 1, ttl: '3600' });
  expect(inputOf({ ...newValues, record: '192.0.2.1' })).toMatchObject({ host: '@', ttl: '3600' });
});

test('an untouched form changes nothing, whatever the type', () => {
  const samples: Partial<DnsRecord>[] = [
    {},
    { type: 'MX', record: 'mail.example.com.', priority: 10 },
    { type: 'SRV', host: '_sip._tcp', record: 'sip.example.com.', priority: 0, weight: 5, port: 5060 },
    { type: 'TXT', record: 'v=spf1 "quoted" -all', note: 'by hand' },
    { type: 'CAA', record: '0 issue "letsencrypt.org"' },
    { type: 'NAPTR', record: '100 10 "S" "SIP+D2U" "" _sip._udp.example.com.' },
    { type: 'LOC', record: '51 30 26.000 N 0 7 39.000 W 11.00m 1.00m 10000.00m 10.00m' },
    { type: 'HTTPS', record: '1 . alpn=h2,h3' },
    { type: 'TYPE65300', record: '\\# 4 0a000001' },
  ];
  for (const sample of samples) {
    const one = { ...record, ...sample };
    expect(changesTo(one, valuesOf(one)), one.type).toBeNull();
    expect(recordProblems(valuesOf(one), domain), one.type).toEqual({});
  }
});

test('only what differs is sent', () => {
  const values = valuesOf(record);
  expect(changesTo(record, { ...values, ttl: '300', note: ' moved ' })).toEqual({ ttl: '300', note: 'moved' });
});

test('what was typed for one type is still there after looking at another', () => {
  const typed = { ...newValues, record: '192.0.2.1', parts: { CAA: ['0', 'issue', 'letsencrypt.org'] } };
  const there = { ...typed, type: 'CAA' };
  expect(inputOf(there).record).toBe('0 issue "letsencrypt.org"');
  expect(inputOf({ ...there, type: 'A' }).record).toBe('192.0.2.1');
});

test('numbers that belong to another type are not sent', () => {
  const values = { ...newValues, priority: '10', port: '443', record: 'mail' };
  expect(inputOf({ ...values, type: 'MX' })).toMatchObject({ priority: '10', port: null });
  expect(inputOf({ ...values, type: 'A' })).toMatchObject({ priority: null, port: null });
});

test('each sentence stands at the field that it is about', () => {
  const wrong = { ...newValues, type: 'MX', host: 'a b', record: '192.0.2.1', priority: 'ten', ttl: '1' };
  expect(Object.keys(recordProblems(wrong, domain)).sort()).toEqual(['host', 'priority', 'record', 'ttl']);
});

test('a sentence about a part stands at that part, without saying its name twice', () => {
  const values = {
    ...newValues,
    type: 'URI',
    host: '_http._tcp',
    parts: { URI: ['10', 'much', 'https://a.example/'] },
  };
  expect(recordProblems(values, domain)).toEqual({ 'parts.1': 'Enter a whole number from 0 to 65535' });
  const caa = placeProblems('CAA', [{ field: 'record', message: 'A sentence about the whole' }]);
  expect(Object.keys(caa)).toEqual(['parts.0']);
});

test('what has several choices begins with those that are used today, not with the first ones', () => {
  const begun = (type: string) => inputOf({ ...newValues, type }).record.trim();
  expect(['TLSA', 'SMIMEA', 'SSHFP', 'CAA'].map(begun)).toEqual(['3 1 1', '3 1 1', '4 2', '0 issue ""']);
  expect(begun('DS')).toBe('"" 13 2');
});

test('what begins with a word in small letters keeps it: a parameter is named as it is typed', () => {
  const parts = { HTTPS: ['1', '.', 'alpn='] };
  expect(recordProblems({ ...newValues, type: 'HTTPS', parts }, domain)).toEqual({
    'parts.2': 'alpn: enter protocols, such as alpn=h2,h3',
  });
});

test('a TTL typed as a time is sent in seconds', () => {
  expect(inputOf({ ...newValues, ttl: '1h' }).ttl).toBe('3600');
  expect(recordProblems({ ...newValues, record: '192.0.2.1', ttl: '30m' }, domain)).toEqual({});
});

test('every type has a form whose fields or parts make up its data', () => {
  for (const [type, { fields, parts }] of Object.entries(typeForms)) {
    expect(fields.some(({ name }) => name === 'record') || parts !== undefined, type).toBe(true);
  }
});

test('what somebody else changed stands beside what was typed', () => {
  const theirs = { ...record, record: '192.0.2.9', note: 'theirs' };
  expect(differencesOf({ ...valuesOf(record), record: '192.0.2.2' }, theirs)).toEqual([
    { field: 'Value', mine: '192.0.2.2', theirs: '192.0.2.9' },
    { field: 'Note', mine: '', theirs: 'theirs' },
  ]);
});
