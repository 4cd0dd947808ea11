import { expect, test } from 'vitest';
import { CallError, type CallErrorCode } from './call-error.ts';
import { makeAttempt } from './use-attempt.ts';

/** Sends bodies one after the other, each with its outcome. @returns the keys that they were sent with. */
async function keysOf(sent: [body: unknown, outcome: Error | 'answered'][]): Promise<string[]> {
  const attempt = makeAttempt();
  const keys: string[] = [];
  for (const [body, outcome] of sent) {
    const send = async (headers: { 'Idempotency-Key': string }) => {
      keys.push(headers['Idempotency-Key']);
      if (outcome !== 'answered') throw outcome;
    };
    await attempt(body, send).catch(() => {});
  }
  return keys;
}
const refused = new CallError({ message: 'Choose another name.', code: 'invalid_input', status: 400 });
const failure = (code: CallErrorCode, status: number) => new CallError({ message: '', code, status });

test.each([
  CallError.network(),
  failure('unreadable', 502),
  failure('unreadable', 408),
  failure('idempotency_conflict', 409),
  failure('rate_limited', 429),
])('what no answer came to, or none that decides it, is sent again as the same request: %o', async (lost) => {
  const [first, again, other] = await keysOf([
    [{ name: 'a' }, lost],
    [{ name: 'a' }, 'answered'],
    [{ name: 'a' }, 'answered'],
  ]);
  expect(first).toMatch(/^[\x21-\x7e]{12,255}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('what was changed, and what was refused, is another request', async () => {
  const keys = await keysOf([
    [{ name: 'a' }, CallError.network()],
    [{ name: 'b' }, refused],
    [{ name: 'b' }, 'answered'],
  ]);
  expect(new Set(keys).size).toBe(3);
});
