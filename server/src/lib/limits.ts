import type pg from 'pg';
import { Problem } from './problem.ts';

/** How many attempts a subject has within a window. */
export type Limit = { attempts: number; windowSeconds: number };

/**
 * Takes one attempt from each subject's allowance, exactly, also when many requests race: the counters are rows of
 * PostgreSQL, counted before the work that they protect.
 * @throws Problem `rate_limited` with the seconds to wait, when any allowance is used up.
 */
export async function takeAttempts(pool: pg.Pool, subjects: { subject: string; limit: Limit }[]): Promise<void> {
  let waitSeconds = 0;
  // One at a time and in a fixed order, so that two requests cannot lock each other out.
  for (const { subject, limit } of subjects.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))) {
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
    if (attempts > limit.attempts) waitSeconds = Math.max(waitSeconds, wait, 1);
  }
  if (waitSeconds > 0) {
    throw new Problem('rate_limited', `Too many attempts. Try again in ${describeWait(waitSeconds)}.`, {
      retryAfterSeconds: waitSeconds,
    });
  }
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
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
