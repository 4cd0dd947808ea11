import { expect, test } from 'vitest';
import { trialWords } from './trial-words.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

test.each([
  [14 * 24, 'Trial ends in 14 days'],
  [13 * 24 + 1, 'Trial ends in 14 days'],
  [25, 'Trial ends in 2 days'],
  [24, 'Trial ends in 24 hours'],
  [1.5, 'Trial ends in 2 hours'],
  [0.5, 'Trial ends within an hour'],
  [0, 'Trial has ended'],
  [-48, 'Trial has ended'],
])('a trial that ends in %d hours is said to be so: %s', (hours, words) => {
  expect(trialWords(inHours(hours), now)).toBe(words);
});

test('what is paid for has no end to speak of', () => expect(trialWords(null, now)).toBeNull());
