import { sql } from 'kysely';
import type { Database } from '../../lib/db.ts';
import { retryAfterMs } from './backoff.ts';

/** A message that this worker has to send, until the claim runs out. */
export type ClaimedMail = {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  sealed: Buffer | null;
  /** Which attempt this is; a later one means that another worker took over. */
  attempts: number;
};

// Longer than any attempt lasts, so that two workers never have the same message.
const claimSeconds = 300;

/** Claims the messages that are due. They come back by themselves if nothing is heard of the claim. */
export async function claimDue({ owner }: Database, most: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as materialized (
      select id from emails
      where state = 'queued' and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
      order by next_attempt_at limit ${most} for update skip locked
    )
    update emails e set attempts = attempts + 1, claimed_until = now() + make_interval(secs => ${claimSeconds})
    from due where e.id = due.id
    returning e.id, e.recipient, e.subject, e.text_body, e.html_body, e.sealed, e.attempts`.execute(owner);
  return rows;
}

export async function markSent({ owner }: Database, { id, attempts }: ClaimedMail): Promise<void> {
  await sql`
    update emails set state = 'sent', sent_at = now(), sealed = null, last_error = null, claimed_until = null
    where id = ${id} and state = 'queued' and attempts = ${attempts}`.execute(owner);
}

/** Puts the message off, or gives it up: with its one-time links, which nobody will need. */
export async function markFailed(
  { owner }: Database,
  { id, attempts }: ClaimedMail,
  error: Error & { permanent?: boolean },
): Promise<void> {
  const afterMs = error.permanent ? null : retryAfterMs(attempts);
  const reason = error.message.replace(/\s+/g, ' ').slice(0, 500);
  await (afterMs === null
    ? sql`update emails set state = 'failed', sealed = null, last_error = ${reason}, claimed_until = null
        where id = ${id} and state = 'queued' and attempts = ${attempts}`
    : sql`update emails set next_attempt_at = now() + make_interval(secs => ${afterMs / 1000}), last_error = ${reason},
          claimed_until = null
        where id = ${id} and state = 'queued' and attempts = ${attempts}`
  ).execute(owner);
}
