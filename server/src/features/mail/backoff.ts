const firstMs = 60_000;
const longestMs = 24 * 3_600_000;

/**
 * How long to wait after an attempt that failed: a minute, then twice as long each time, and up to a quarter more, so that
 * messages which failed together do not come back together. Null once that would be more than a day: about a day and a
 * half after the first attempt.
 */
export function retryAfterMs(attempts: number, random = Math.random()): number | null {
  const waitMs = firstMs * 2 ** (attempts - 1);
  return waitMs > longestMs ? null : Math.min(longestMs, waitMs * (1 + random / 4));
}
