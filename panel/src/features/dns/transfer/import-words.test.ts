import { expect, test } from 'vitest';
import { importWords, isIdle, wordOf } from './import-words.ts';

const none = { add: 0, change: 0, keep: 0, remove: 0, skip: 0 };

test('what an import did is said in figures, without what it left alone', () => {
  const counts = { add: 1200, change: 1, keep: 7, remove: 0, skip: 2 };
  expect(importWords({ counts })).toBe('Imported: 1,200 added, 1 changed, 2 skipped');
});

test('a line is named by what will become of it, and then by what did', () => {
  expect([wordOf('skip', false), wordOf('skip', true), wordOf('keep', true)]).toEqual(['Skip', 'Skipped', 'Kept']);
});

test('an import that changes nothing says so, and need not be run', () => {
  expect(importWords({ counts: { ...none, keep: 3 } })).toBe('Imported: nothing was different');
  expect(isIdle({ counts: { ...none, keep: 3, skip: 9 } })).toBe(true);
  expect(isIdle({ counts: { ...none, remove: 1 } })).toBe(false);
});
