import { createHmac } from 'node:crypto';
import type { ErrorCode } from '@headwater/contract/lib/errors';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Database } from './db.ts';
import { type FieldProblem, Problem } from './problem.ts';
import { seal, unseal } from './seal.ts';
import { deriveKey } from './secret.ts';
import { principalOf, type Who } from './who.ts';

/** A request that takes longer has died. */
const diedAfterSeconds = 120;
/** Instead of a status: the first request failed on our side. */
const cutOff = 0;

type Row = { fingerprint: Buffer; status: number | null; body: Buffer | null; old: boolean };
type Refusal = { code: ErrorCode; message: string; errors?: FieldProblem[] };

/** What idempotency keys need of the process. */
export type IdempotencyDeps = { pool: pg.Pool; secret: string };

/**
 * Does the work of a request once, however often it is sent with the same `Idempotency-Key`: later ones get the first
 * answer, refusals included. One that says "later" (429) is not kept; one that failed on our side is not made again
 * behind the caller's back, for it may have taken effect.
 * @throws Problem `invalid_input` for a key that is no key, `idempotency_conflict` for one that was used for
 * something else or is still under way, `idempotency_cut_off` for one whose first request failed half-way.
 */
export async function answerOnce(
  { pool, secret }: IdempotencyDeps,
  who: Who,
  request: FastifyRequest,
  work: () => Promise<object>,
): Promise<{ answer: object; replayed: boolean }> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return { answer: await work(), replayed: false };
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('invalid_input', 'Idempotency-Key: use 1 to 255 visible characters without spaces.');
  }
  const principal = principalOf(who);
  // Keyed: the body may hold a password, which a plain hash would give away to guessing.
  const fingerprint = createHmac('sha256', deriveKey(secret, 'idempotency'))
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest();
  const first = await begin(pool, { principal, key, customerId: who.customerId, fingerprint });
  if (first) return { answer: replay(first, fingerprint, secret), replayed: true };
  const taken = [principal, key];
  const keep = (status: number, body: object) =>
    pool.query('update idempotency_keys set status = $3, body = $4 where principal = $1 and key = $2', [
      ...taken,
      status,
      seal(secret, 'idempotency', JSON.stringify(body)),
    ]);
  const forget = () => pool.query('delete from idempotency_keys where principal = $1 and key = $2', taken);
  const markCutOff = () =>
    pool
      .query('update idempotency_keys set status = $3 where principal = $1 and key = $2', [...taken, cutOff])
      // It is taken for cut off later, once it is old.
      .catch(() => {});
  const answer = await work().catch(async (error: unknown) => {
    if (error instanceof Problem && error.status === 429) await forget();
    else if (error instanceof Problem && error.status < 500) {
      await keep(error.status, { code: error.code, message: error.message, errors: error.errors });
    }
    // Of any other failure nobody knows whether it came before or after the work took effect.
    else await markCutOff();
    throw error;
  });
  await keep(200, answer);
  return { answer, replayed: false };
}

/** Takes the key; the row of whoever was first when it is taken. */
async function begin(
  pool: pg.Pool,
  {
    principal,
    key,
    customerId,
    fingerprint,
  }: Record<'principal' | 'key', string> & { customerId: number; fingerprint: Buffer },
): Promise<Row | null> {
  const taken = await pool.query(
    `insert into idempotency_keys (principal, key, customer_id, fingerprint) values ($1, $2, $3, $4)
      on conflict (principal, key) do update
        set fingerprint = excluded.fingerprint, status = null, body = null, created_at = now()
        where idempotency_keys.created_at < now() - interval '24 hours'`,
    [principal, key, customerId, fingerprint],
  );
  if (taken.rowCount === 1) return null;
  const { rows } = await pool.query<Row>(
    `select fingerprint, status, body, created_at < now() - make_interval(secs => $3) as old
      from idempotency_keys where principal = $1 and key = $2`,
    [principal, key, diedAfterSeconds],
  );
  // Gone between the two: the first request was told to come later, and this one may be it.
  return rows[0] ?? begin(pool, { principal, key, customerId, fingerprint });
}

function replay({ fingerprint: first, status, body, old }: Row, fingerprint: Buffer, secret: string): object {
  if (!first.equals(fingerprint)) {
    throw new Problem('idempotency_conflict', 'This Idempotency-Key was used for another request. Use a new one.');
  }
  if (status === cutOff || (status === null && old)) {
    throw new Problem(
      'idempotency_cut_off',
      'The first request with this Idempotency-Key was cut off. Look whether it took effect, then use a new key.',
    );
  }
  if (status === null || body === null) {
    throw new Problem(
      'idempotency_conflict',
      'The first request with this Idempotency-Key is still under way. Try again in a moment.',
    );
  }
  const kept = JSON.parse(unseal(secret, 'idempotency', body).toString('utf8')) as object;
  if (status < 400) return kept;
  const { code, message, errors } = kept as Refusal;
  throw new Problem(code, message, { ...(errors && { errors }) });
}

/** Forgets answers after a day. */
export const sweepIdempotencyKeys = async ({ ownerPool }: Database): Promise<void> => {
  await ownerPool.query(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
};
