import { expect, test, vi } from 'vitest';
import { madeId } from './made-id.ts';

test('nobody is led to a page without a service and the id that was returned: the console says so, once', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(madeId(7, 'p1', 'profile')).toBe('p1');
  expect(error).not.toHaveBeenCalled();
  expect(madeId(Number.NaN, 'p1', 'profile')).toBeNull();
  expect(madeId(7, undefined, 'profile')).toBeNull();
  expect(error).toHaveBeenCalledTimes(2);
  error.mockRestore();
});
