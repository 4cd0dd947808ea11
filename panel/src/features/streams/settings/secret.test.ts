import { TokenSecret } from '@headwater/contract/access/schema';
import { expect, test } from 'vitest';
import { newSecret, rotated, withFirst } from './secret.ts';

test('secrets are such as the contract takes, and never the same', () => {
  const secrets = Array.from({ length: 50 }, newSecret);
  for (const secret of secrets) expect(TokenSecret.parse(secret)).toBe(secret);
  expect(new Set(secrets).size).toBe(50);
});

test('a rotation makes a new one the first and keeps the one so far as the second', () => {
  const [first, second, ...more] = rotated(['the one so far', 'the one before']);
  expect(first).not.toBe('the one so far');
  expect(second).toBe('the one so far');
  expect(more).toEqual([]);
  expect(rotated([])).toHaveLength(1);
});

test('emptying the field leaves no secret, and never makes the one before the first', () => {
  expect(withFirst(['a secret'], '')).toEqual([]);
  expect(withFirst(['a secret', 'the one before'], '')).toEqual(['', 'the one before']);
});
