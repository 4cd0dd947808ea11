import type pg from 'pg';
import { type Allowance, Problem } from './problem.ts';

const windowSeconds = 60;
const aloneMs = 1000;
/** Callers that this process remembers. */
const rememberedSubjects = 10_000;

type Lease = { left: number; taken: number; windowEndsAtMs: number; asking: Promise<void> | null };

/**
 * Ordinary limits: so many requests a minute for each caller, over all API processes together. A process leases
 * requests from PostgreSQL in blocks, so that most are counted without a query; what it does not use up is lost with
 * the window. Never more than the limit get through.
 */
export class RateLimiter {
  readonly #pool: pg.Pool;
  readonly #limit: number;
  readonly #block: number;
  readonly #leases = new Map<string, Lease>();

  constructor(pool: pg.Pool, requestsPerMinute: number) {
    this.#pool = pool;
    this.#limit = requestsPerMinute;
    this.#block = Math.min(Math.max(Math.floor(requestsPerMinute / 20), 1), 200);
  }

  /**
   * Counts one request.
   * @throws Problem `rate_limited` with the seconds until the next window.
   */
  take(subject: string): Allowance | Promise<Allowance> {
    const lease = this.#leases.get(subject);
    if (lease && lease.windowEndsAtMs > Date.now() && lease.left > 0) {
      lease.left -= 1;
      return this.#describe(lease);
    }
    return this.#takeLeased(subject);
  }

  async #takeLeased(subject: string): Promise<Allowance> {
    for (;;) {
      const lease = this.#leaseOf(subject);
      const over = lease.windowEndsAtMs <= Date.now();
      if (!over && lease.left > 0) {
        lease.left -= 1;
        return this.#describe(lease);
      }
      if (!over && lease.taken >= this.#limit && !lease.asking) throw this.#refusal(lease);
      // Requests that come while a block is asked for wait for the same answer.
      lease.asking ??= this.#lease(subject, lease)
        .catch(() => this.#lendWithoutAsking(lease))
        .finally(() => {
          lease.asking = null;
        });
      await lease.asking;
    }
  }

  #leaseOf(subject: string): Lease {
    const known = this.#leases.get(subject);
    if (known) return known;
    if (this.#leases.size >= rememberedSubjects) this.#makeRoom();
    const lease = { left: 0, taken: 0, windowEndsAtMs: 0, asking: null };
    this.#leases.set(subject, lease);
    return lease;
  }

  async #lease(subject: string, lease: Lease): Promise<void> {
    const { rows } = await this.#pool.query<{ taken: number; wait: number }>({
      name: 'lease-requests',
      text: `insert into rate_limits as l (subject, taken, window_ends_at)
        values ($1, $2, now() + make_interval(secs => $3))
        on conflict (subject) do update set
          taken = case when l.window_ends_at <= now() then $2 else least(l.taken, $4) + $2 end,
          window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
        returning taken, extract(epoch from window_ends_at - now())::float8 as wait`,
      values: [subject, this.#block, windowSeconds, this.#limit],
    });
    const { taken, wait } = rows[0]!;
    lease.left = Math.min(Math.max(this.#limit - (taken - this.#block), 0), this.#block);
    lease.taken = Math.min(taken, this.#limit);
    lease.windowEndsAtMs = Date.now() + Math.max(wait, 0.05) * 1000;
  }

  /** While the database is away this process counts alone: health and status must be told even then. */
  #lendWithoutAsking(lease: Lease): void {
    lease.left = this.#block;
    lease.taken = this.#block;
    lease.windowEndsAtMs = Date.now() + aloneMs;
  }

  /** Forgets who came first: what they took is in the database, and they lose the rest of a block. */
  #makeRoom(): void {
    for (const [subject, lease] of this.#leases) {
      if (lease.asking) continue;
      this.#leases.delete(subject);
      return;
    }
  }

  #describe(lease: Lease): Allowance {
    return {
      limit: this.#limit,
      remaining: this.#limit - lease.taken + lease.left,
      resetSeconds: secondsUntil(lease.windowEndsAtMs),
    };
  }

  #refusal(lease: Lease): Problem {
    const retryAfterSeconds = secondsUntil(lease.windowEndsAtMs);
    return new Problem('rate_limited', `Too many requests: ${this.#limit} a minute. Try again in a moment.`, {
      retryAfterSeconds,
      allowance: { limit: this.#limit, remaining: 0, resetSeconds: retryAfterSeconds },
    });
  }
}

const secondsUntil = (atMs: number) => Math.max(Math.ceil((atMs - Date.now()) / 1000), 1);

/** The allowance as headers: draft-ietf-httpapi-ratelimit-headers-06. */
export const limitHeaders = ({ limit, remaining, resetSeconds }: Allowance): Record<string, string> => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
  'ratelimit-policy': `${limit};w=${windowSeconds}`,
});
