import type { BatchResult } from '@headwater/contract/dns/record';

/** Operations that go on for a while, as the product names them. */
export type OperationKind = 'ttl-update' | 'record-copy';

export type Progress = {
  total: number;
  processed: number;
  /** Of 100, rounded. */
  percentage: number;
  done: number;
  failed: number;
  skipped: number;
  errors: { id: string; message: string }[];
};

/** `cancelled`: somebody ended it. `broken`: it could not go on; `problem` says why. */
export type Outcome = 'finished' | 'cancelled' | 'broken';
export type Operation = Progress & { kind: OperationKind; state: 'running' | Outcome; problem: string | null };

export const begin = (kind: OperationKind, total: number): Operation => ({
  kind,
  state: 'running',
  problem: null,
  total,
  processed: 0,
  percentage: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  errors: [],
});

export function count<Counted extends Progress>(operation: Counted, results: readonly BatchResult[]): Counted {
  const number = (wanted: BatchResult['state']) => results.filter(({ state }) => state === wanted).length;
  const processed = operation.processed + results.length;
  return {
    ...operation,
    processed,
    percentage: operation.total === 0 ? 100 : Math.round((processed / operation.total) * 100),
    done: operation.done + number('done'),
    failed: operation.failed + number('failed'),
    skipped: operation.skipped + number('skipped'),
    errors: [
      ...operation.errors,
      ...results.flatMap(({ id, state, message = 'It failed without a reason.' }) =>
        state === 'failed' ? [{ id, message }] : [],
      ),
    ],
  };
}

export type Work = {
  ids: readonly string[];
  batchSize: number;
  send: (ids: string[], signal: AbortSignal) => Promise<BatchResult[]>;
  signal: AbortSignal;
  /** How long to wait before a batch is sent again; null to give up. */
  waitAfter: (error: unknown, attempt: number) => number | null;
  onResults: (results: BatchResult[]) => void;
};

/** Sends one batch after the other. Fails with the error of a batch that could not be sent. */
export async function runBatches({ ids, batchSize, send, signal, waitAfter, onResults }: Work): Promise<Outcome> {
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize);
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) return 'cancelled';
      try {
        onResults(await send(batch, signal));
        break;
      } catch (error) {
        if (signal.aborted) return 'cancelled';
        const waitMs = waitAfter(error, attempt);
        if (waitMs === null) throw error;
        await pause(waitMs, signal);
      }
    }
  }
  return 'finished';
}

/** Ends early when the operation is cancelled. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
