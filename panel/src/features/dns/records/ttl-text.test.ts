import { expect, test } from 'vitest';
import { secondsOf } from './ttl-text.ts';

test.each([
  ['1h', '3600'],
  ['30m', '1800'],
  ['1d', '86400'],
  ['1D 12H', '129600'],
  ['2w', '1209600'],
  ['90s', '90'],
])('a TTL typed as %s is %s seconds', (typed, seconds) => expect(secondsOf(typed)).toBe(seconds));

test.each([
  [' 3600 ', '3600'],
  ['', ''],
  ['1y', '1y'],
  ['h', 'h'],
  ['1h30', '1h30'],
])('what says no unit, or none that there is, is left for the rules to judge: %j', (typed, left) =>
  expect(secondsOf(typed)).toBe(left),
);
