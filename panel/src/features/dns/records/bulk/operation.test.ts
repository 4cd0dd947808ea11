import type { BatchResult } from '@headwater/contract/dns/record';
import { copyBatch, ttlBatch } from '@headwater/contract/dns/record';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, count, runBatches, type Work } from './operation.ts';

const idsOf = (length: number) => Array.from({ length }, (_, index) => `r${index}`);
const fared = (ids: readonly string[], state: BatchResult['state'] = 'done') => ids.map((id) => ({ id, state }));

/** Runs a work whose server is `send`, and says what was sent and counted. */
async function run(ids: string[], send: Work['send'], more: Partial<Work> = {}) {
  const batches: string[][] = [];
  let operation = begin('ttl-update', ids.length);
  const outcome = await runBatches({
    ids,
    batchSize: ttlBatch,
    send: (batch, signal) => {
      batches.push(batch);
      return send(batch, signal);
    },
    signal: new AbortController().signal,
    waitAfter: () => null,
    onResults: (results) => {
      operation = count(operation, results);
    },
    ...more,
  });
  return { outcome, batches, operation };
}

test('TTLs go in batches of eight, copies in batches of six, each record once and in order', async () => {
  const ids = idsOf(20);
  const ttl = await run(ids, async (batch) => fared(batch));
  expect(ttl.batches.map(({ length }) => length)).toEqual([8, 8, 4]);
  expect(ttl.batches.flat()).toEqual(ids);
  const copy = await run(ids, async (batch) => fared(batch), { batchSize: copyBatch });
  expect(copy.batches.map(({ length }) => length)).toEqual([6, 6, 6, 2]);
});

test('the percentage is rounded, and 100 at the end of everything', () => {
  let operation = begin('record-copy', 3);
  const steps = ['a', 'b', 'c'].map((id) => {
    operation = count(operation, fared([id]));
    return operation.percentage;
  });
  expect(steps).toEqual([33, 67, 100]);
  expect(count(begin('record-copy', 0), []).percentage).toBe(100);
});

test('what was done, skipped and refused adds up to what was processed, and each refusal keeps its words', () => {
  const states = fc.array(fc.constantFrom<BatchResult['state'][]>('done', 'skipped', 'failed'), { maxLength: 40 });
  fc.assert(
    fc.property(states, (list) => {
      const results = list.map((state, index) => ({ id: `r${index}`, state, message: `reason ${index}` }));
      const { processed, done, failed, skipped, errors } = count(begin('record-copy', list.length), results);
      expect(done + failed + skipped).toBe(processed);
      expect(errors).toEqual(
        results.filter(({ state }) => state === 'failed').map(({ id, message }) => ({ id, message })),
      );
    }),
  );
});

test('cancelled, nothing further is sent, and what was done stays counted', async () => {
  const cancel = new AbortController();
  let sent = 0;
  const { outcome, operation } = await run(
    idsOf(40),
    async (batch) => {
      sent += 1;
      if (sent === 2) cancel.abort();
      return fared(batch);
    },
    { signal: cancel.signal },
  );
  expect(outcome).toBe('cancelled');
  expect(sent).toBe(2);
  expect(operation.done).toBe(16);
});

test('a batch that the server had no time for is sent again', async () => {
  let refusals = 2;
  const { outcome, batches, operation } = await run(
    idsOf(10),
    async (batch) => {
      if (refusals-- > 0) throw new Error('busy');
      return fared(batch);
    },
    { waitAfter: () => 1 },
  );
  expect(outcome).toBe('finished');
  expect(batches.map(({ length }) => length)).toEqual([8, 8, 8, 2]);
  expect(operation.done).toBe(10);
});

test('a batch that cannot be sent ends the operation with the reason', async () => {
  await expect(run(idsOf(10), () => Promise.reject(new Error('no way')))).rejects.toThrow('no way');
});
