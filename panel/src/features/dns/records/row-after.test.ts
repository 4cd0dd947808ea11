import type { DnsRecord } from '@headwater/contract/dns/record';
import { expect, test } from 'vitest';
import { rowAfter } from './row-after.ts';

const shown = ['a', 'b', 'c', 'd'].map((id) => ({ id })) as DnsRecord[];
const after = (...ids: string[]) => rowAfter(shown, new Set(ids))?.id;

test('after records went, the focus goes to the row that takes their place, at the end to the one before', () => {
  expect(after('b')).toBe('c');
  expect(after('a', 'c')).toBe('d');
  expect(after('d')).toBe('c');
  expect(after('a', 'd')).toBe('c');
});

test('when none is left, there is no row to go to', () => {
  expect(after('a', 'b', 'c', 'd')).toBeUndefined();
  expect(rowAfter(shown, 'all')).toBeUndefined();
});
