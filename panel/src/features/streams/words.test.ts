import { expect, test } from 'vitest';
import { secondsOf, unitOf } from './delay-units.ts';
import { durationWords } from './duration-words.ts';
import { moveItem } from './move-item.ts';
import { whyWords } from './sessions/why-words.ts';

test('lengths are written as players write them', () => {
  expect([42, 725, 3753, 36_000].map(durationWords)).toEqual(['0:42', '12:05', '1:02:33', '10:00:00']);
});

test('a delay is shown in the largest unit that it is a whole number of', () => {
  expect([1, 90, 120, 3600, 5400, 86_400].map(unitOf)).toEqual([
    'seconds',
    'seconds',
    'minutes',
    'hours',
    'minutes',
    'hours',
  ]);
  expect(secondsOf('minutes')).toBe(60);
});

test('a source moves by one place and none is lost', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('the reason of a refusal is said once', () => {
  expect(whyWords({ state: 'refused', reason: 'wrong_key' })).toBe('The stream key is wrong');
  expect(whyWords({ state: 'ended', reason: 'publisher_left' })).toBe('The publisher stopped');
  expect(whyWords({ state: 'live', reason: null })).toBe('');
});
