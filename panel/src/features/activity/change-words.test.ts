import { expect, test } from 'vitest';
import { valueWords } from './change-words.ts';

test.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [[], 'nothing'],
  [0, '0'],
  [false, 'no'],
  [['zones.view', 'zones.manage'], 'zones.view, zones.manage'],
  ['<b>bold</b>', '<b>bold</b>'],
  [{ a: 1 }, '{"a":1}'],
])('the value %j is said to be «%s»', (value, words) => expect(valueWords(value)).toBe(words));

test('a moment is said in the zone of who reads it', () => {
  expect(valueWords('2026-11-21T12:00:00.000Z')).toMatch(/^21 Nov 2026, \d\d:00$/);
});
