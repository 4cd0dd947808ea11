import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';

test.each([
  ['#ffffff', '#000000', 21],
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#000000', 5.25],
  ['#123456', '#123456', 1],
])('%s on %s has a contrast of %s', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
});
