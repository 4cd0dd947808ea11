import type { DnsRecord } from '@headwater/contract/dns/record';
import { expect, test } from 'vitest';
import { newValues } from './record-form.ts';
import { twinOf } from './twin-text.ts';

const domain = 'example.com';
const there = [
  { id: 'spf', host: '@', type: 'TXT', record: 'v=spf1 mx -all' },
  { id: 'dmarc', host: '_dmarc', type: 'TXT', record: 'v=DMARC1; p=none' },
  { id: 'proof', host: '@', type: 'TXT', record: 'site-verification=1' },
] as DnsRecord[];
const found = (host: string, record: string, base: DnsRecord | null = null) =>
  twinOf({ ...newValues, type: 'TXT', host, record }, base, there, domain)?.record.id ?? null;

test('a second SPF or DMARC record at one name is noticed, however the name is written', () => {
  expect(found('', 'v=spf1 include:_spf.example.net -all')).toBe('spf');
  expect(found('example.com.', 'V=SPF1 -all')).toBe('spf');
  expect(found('_dmarc', 'v=DMARC1;p=reject')).toBe('dmarc');
});

test('other texts, other names and the record itself are not', () => {
  expect(found('@', 'site-verification=2')).toBeNull();
  expect(found('@', 'v=spf10')).toBeNull();
  expect(found('shop', 'v=spf1 -all')).toBeNull();
  expect(found('@', 'v=spf1 -all', there[0])).toBeNull();
});
