import type pg from 'pg';
import { v6Groups } from './ip-address.ts';
import { Problem } from './problem.ts';

/** How many attempts a subject has within a window. */
export type Limit = { attempts: number; windowSeconds: number };

/**
 * Takes one attempt from each subject's allowance, in their order, exactly, also when many requests race: the counters are rows of
 * PostgreSQL, counted before the work that they protect.
 * @throws Problem `rate_limited` with the seconds to wait, when an allowance is used up; those after it stay as they are.
 */
export async function takeAttempts(pool: pg.Pool, subjects: { subject: string; limit: Limit }[]): Promise<void> {
  for (const { subject, limit } of subjects) {
    const taken = await pool.query<{ attempts: number; wait: number }>({
      name: 'take-attempt',
      text: `insert into attempt_limits as l (subject, attempts, window_ends_at)
        values ($1, 1, now() + make_interval(secs => $2))
        on conflict (subject) do update set
          attempts = case when l.window_ends_at <= now() then 1 else l.attempts + 1 end,
          window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
        returning attempts, ceil(extract(epoch from window_ends_at - now()))::int as wait`,
      values: [subject, limit.windowSeconds],
    });
    const { attempts, wait } = taken.rows[0]!;
    if (attempts <= limit.attempts) continue;
    // Of two that race, one began before the window did.
    throw tooMany(Math.min(wait, limit.windowSeconds));
  }
}

function tooMany(wait: number): Problem {
  const retryAfterSeconds = Math.max(wait, 1);
  const words = `Too many attempts. Try again in ${describeWait(retryAfterSeconds)}.`;
  return new Problem('rate_limited', words, { retryAfterSeconds });
}

/** Refuses what comes after the last attempt, without taking one. @throws Problem `rate_limited`. */
export async function refuseUsedUp(
  pool: pg.Pool,
  { subject, limit }: { subject: string; limit: Limit },
): Promise<void> {
  const { rows } = await pool.query<{ wait: number }>(
    `select ceil(extract(epoch from window_ends_at - now()))::int as wait from attempt_limits
      where subject = $1 and attempts >= $2 and window_ends_at > now()`,
    [subject, limit.attempts],
  );
  if (rows[0]) throw tooMany(rows[0].wait);
}

/** Gives attempts back after a success: only failures count. */
export async function giveBackAttempts(pool: pg.Pool, subjects: string[]): Promise<void> {
  await pool.query('update attempt_limits set attempts = greatest(attempts - 1, 0) where subject = any($1)', [
    subjects,
  ]);
}

function describeWait(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/**
 * What of an address is limited: IPv4 as it is, of IPv6 the /64 that one subscriber has (RFC 6177), whose other half
 * can be made up anew for each attempt.
 */
export function limitedAddress(address: string | undefined): string {
  // Whoever hung up has none any more.
  if (address === undefined) return 'gone';
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 || !address.includes(':')) return v4 ?? address;
  const network = v6Groups(address.replace(/%.*$/, ''))
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
