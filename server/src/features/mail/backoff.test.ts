import { expect, test } from 'vitest';
import { retryAfterMs } from './backoff.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test('an attempt that failed is repeated after a minute, then after twice as long each time, then given up', () => {
  const waits = Array.from({ length: 12 }, (_, n) => retryAfterMs(n + 1, 0));
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].map((n) => n * minuteMs).concat(null as never));
});

test('no wait is longer than a day, and no two messages need wait alike', () => {
  for (let attempts = 1; attempts <= 11; attempts++) {
    const shortest = retryAfterMs(attempts, 0)!;
    const longest = retryAfterMs(attempts, 0.999_999)!;
    expect(longest).toBeGreaterThan(shortest * 1.1);
    expect(longest).toBeLessThanOrEqual(Math.min(dayMs, shortest * 1.25));
  }
});
