import { expect, test } from 'vitest';
import { targetOf } from './table-keys.ts';

test('arrows and pages lead through the list, and never out of it', () => {
  const lead = (key: string, at: number) => targetOf(key, at, 100, 10);
  expect(lead('ArrowDown', 5)).toBe(6);
  expect(lead('ArrowUp', 0)).toBe(0);
  expect(lead('PageDown', 95)).toBe(99);
  expect(lead('PageUp', 50)).toBe(40);
  expect(lead('Home', 50)).toBe(0);
  expect(lead('End', 50)).toBe(99);
});

test('other keys are left to others', () => {
  expect(targetOf('Enter', 5, 100, 10)).toBeNull();
  expect(targetOf('toString', 5, 100, 10)).toBeNull();
});
