import { createHash, timingSafeEqual } from 'node:crypto';

/** How long it takes says nothing about how much of it was right. */
export function matchesHash(secret: string, sha256: string): boolean {
  return timingSafeEqual(createHash('sha256').update(secret).digest(), Buffer.from(sha256, 'hex'));
}

/** Of `<streamId>_<secret>`; null where it has another shape. */
export function streamIdOf(key: string): string | null {
  return /^([a-z0-9]{1,32})_[\x21-\x7e]{1,200}$/.exec(key)?.[1] ?? null;
}
