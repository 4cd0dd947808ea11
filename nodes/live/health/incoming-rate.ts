import type { RtmpSession } from '@headwater/engines/nginx-rtmp';

type Sample = { bytes: number; atMs: number; sentMs: number };

/** What is said is true of about the last ten seconds. */
const spanMs = 10_000;
const knownAfterMs = 1900;

/** How fast a publisher's connection brings bytes; told one look after the other. */
export class IncomingRate {
  #samples: Sample[] = [];

  look({ bytesIn, publisher }: Pick<RtmpSession, 'bytesIn' | 'publisher'>): void {
    if (publisher === null || bytesIn === 0) return;
    const now = { bytes: bytesIn, atMs: publisher.uptimeMs, sentMs: publisher.sentMs };
    this.#samples.push(now);
    while ((this.#samples[1] ?? now).atMs <= now.atMs - spanMs) this.#samples.shift();
  }

  /** Null until it can be known. */
  get bitsPerSecond(): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (first === undefined || last === undefined) return null;
    const ms = lasted(first, last);
    return ms < knownAfterMs ? null : ((last.bytes - first.bytes) * 8000) / ms;
  }
}

/**
 * A publisher that was kept waiting sends all that it has meanwhile made at once: that took as long as its pictures do. One
 * whose connection is too narrow sends less than it makes. What pictures jump over counts for nothing.
 */
function lasted(first: Sample, last: Sample): number {
  const ms = last.atMs - first.atMs;
  const sentMs = last.sentMs - first.sentMs;
  return sentMs > ms + spanMs ? ms : Math.max(ms, sentMs);
}
