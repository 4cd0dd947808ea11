import { expect, test } from 'vitest';
import { countFitting } from './use-fitting.ts';

test('all stand in a row that is wide enough, to the pixel', () => {
  expect(countFitting([50, 50, 50], 40, 158, 4)).toBe(3);
  expect(countFitting([50, 50, 50], 40, 157, 4)).toBe(2);
});

test('where some do not fit, the last one has room as well', () => {
  expect(countFitting([50, 50, 50], 40, 148, 4)).toBe(2);
  expect(countFitting([50, 50, 50], 40, 147, 4)).toBe(1);
  expect(countFitting([50, 50, 50], 40, 60, 4)).toBe(0);
  expect(countFitting([], 40, 0, 4)).toBe(0);
});
