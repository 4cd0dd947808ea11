import { expect, test } from 'vitest';
import { logoProblem } from './read-logo.ts';

test('a logo is a PNG or JPEG of at most 1 MB, and what is wrong with another file is said', () => {
  const size = 1_000_000;
  expect(logoProblem({ name: 'logo.png', type: 'image/png', size })).toBeNull();
  expect(logoProblem({ name: 'logo.jpg', type: 'image/jpeg', size })).toBeNull();
  expect(logoProblem({ name: 'logo.svg', type: 'image/svg+xml', size })).toBe('logo.svg is no PNG or JPEG.');
  expect(logoProblem({ name: 'big.png', type: 'image/png', size: 2_500_000 })).toBe(
    'big.png has 2.5 MB: a logo may have 1 MB.',
  );
});
