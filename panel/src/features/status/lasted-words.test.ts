import { expect, test } from 'vitest';
import { lastedWords } from './lasted-words.ts';

const startedAt = '2026-11-20T10:00:00.000Z';

test.each([
  [null, 'ongoing'],
  ['2026-11-20T10:00:20.000Z', 'under a minute'],
  ['2026-11-20T10:59:00.000Z', '59 min'],
  ['2026-11-20T12:00:00.000Z', '2 h'],
  ['2026-11-20T13:20:00.000Z', '3 h 20 min'],
  ['2026-11-22T09:59:00.000Z', '47 h 59 min'],
  ['2026-11-23T10:00:00.000Z', '3 days'],
])('what ended at %s lasted: %s', (endedAt, words) => {
  expect(lastedWords({ startedAt, endedAt })).toBe(words);
});
