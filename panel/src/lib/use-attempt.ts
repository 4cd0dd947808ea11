import { useState } from 'react';
import { CallError, type CallErrorCode } from './call-error.ts';

/** These say nothing about the request: an earlier sending of it may be under way, or another program has answered. */
const undecided: ReadonlySet<CallErrorCode> = new Set(['idempotency_conflict', 'rate_limited', 'unreadable']);

/** Answers that say nothing was done. After any other failure the request may well have been carried out. */
const wasRefused = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && !undecided.has(error.code);

/** 128 random bits; `crypto.randomUUID` is missing where a page is not served securely. */
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((word) => word.toString(36)).join('-');

type Headers = { 'Idempotency-Key': string };
type Attempt = <Answer>(body: unknown, send: (headers: Headers) => Promise<Answer>) => Promise<Answer>;

/** Gives requests their keys: a new one for each, the same one while no answer came and the same is sent again. */
export function makeAttempt(): Attempt {
  let open: { body: string; key: string } | null = null;
  return async (body, send) => {
    const text = JSON.stringify(body);
    if (open?.body !== text) open = { body: text, key: newKey() };
    try {
      const answer = await send({ 'Idempotency-Key': open.key });
      open = null;
      return answer;
    } catch (error) {
      if (wasRefused(error)) open = null;
      throw error;
    }
  };
}

/**
 * Sends what must not be done twice: when no answer came and the same is sent again, the server sees that it is the
 * same, and answers what it answered first.
 */
export const useAttempt = (): Attempt => useState(makeAttempt)[0];
