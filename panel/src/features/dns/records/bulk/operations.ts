import type { DnsDomain } from '@headwater/contract/dns/domain';
import { dnsMessages, recordsCopied, ttlUpdated } from '@headwater/contract/dns/messages';
import type { BatchResult } from '@headwater/contract/dns/record';
import { useState, useSyncExternalStore } from 'react';
import { CallError, wordsOf } from '../../../../lib/call-error.ts';
import { toast } from '../../../../ui/toast.ts';
import { begin, count, type Operation, type OperationKind, runBatches } from './operation.ts';

/** What is under way, or over and not cleared yet. It goes on whatever is opened or closed meanwhile. */
const operations = new Map<
  string,
  Pick<Order, 'names' | 'target'> & { operation: Operation; cancel: AbortController }
>();
const listeners = new Set<() => void>();

const placeOf = (kind: OperationKind, domainId: string) => `${kind} ${domainId}`;

export type Order = {
  kind: OperationKind;
  domain: Pick<DnsDomain, 'id'>;
  /** The records, and what each is called in a list of errors. */
  names: Map<string, string>;
  /** The domain that records are copied into. */
  target?: DnsDomain;
  batchSize: number;
  /** One identifier for all its batches: they are undone as one change. */
  send: (ids: string[], operation: string, signal: AbortSignal) => Promise<BatchResult[]>;
  /** The records, or the domains, are to be asked for again. */
  onEnd: () => void;
};

const words = {
  'ttl-update': ({ done, total }: Operation) => ttlUpdated(done, total),
  'record-copy': ({ done, total, skipped }: Operation) => recordsCopied(done, total, skipped),
};
export const endWords = (operation: Operation): string => words[operation.kind](operation);

export const failureWords = {
  'ttl-update': dnsMessages.updateRecords,
  'record-copy': dnsMessages.createRecords,
} as const satisfies Record<OperationKind, string>;

/** Too many requests in a minute pass with time; so may a server that is just not there. */
function waitAfter(error: unknown, attempt: number): number | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'rate_limited') return 5000;
  return (error.status === 0 || error.status === 503) && attempt <= 5 ? 1000 * attempt : null;
}

export async function startOperation({ kind, domain, names, target, batchSize, send, onEnd }: Order): Promise<void> {
  const place = placeOf(kind, domain.id);
  if (operations.get(place)?.operation.state === 'running') return;
  const cancel = new AbortController();
  const identifier = `${kind}-${[...crypto.getRandomValues(new Uint32Array(4))].map((word) => word.toString(36)).join('-')}`;
  const put = (operation: Operation) => {
    operations.set(place, { operation, cancel, names, ...(target && { target }) });
    for (const listener of listeners) listener();
  };
  let operation = begin(kind, names.size);
  put(operation);
  try {
    const state = await runBatches({
      ids: [...names.keys()],
      batchSize,
      signal: cancel.signal,
      waitAfter,
      send: (ids, signal) => send(ids, identifier, signal),
      onResults: (results) => {
        operation = count(operation, results);
        put(operation);
      },
    });
    operation = { ...operation, state };
  } catch (error) {
    operation = { ...operation, state: 'broken', problem: wordsOf(error, 'Something went wrong. Try again.') };
  }
  put(operation);
  tellEnd(operation);
  onEnd();
}

function tellEnd(operation: Operation): void {
  const { state, done, failed, problem } = operation;
  const options = { lasts: 'long' } as const;
  if (state === 'broken')
    toast.error(`${problem} ${endWords(operation)}.`, { title: failureWords[operation.kind], ...options });
  else if (state === 'cancelled') toast.info(`Cancelled. ${endWords(operation)}`, options);
  else if (failed > 0 && done === 0) toast.error(endWords(operation), options);
  else toast.success(endWords(operation), options);
}

/** The batch that is on its way is the last one. */
export const cancelOperation = (kind: OperationKind, domainId: string): void =>
  operations.get(placeOf(kind, domainId))?.cancel.abort();

/** Forgets what is over. */
export function clearOperation(kind: OperationKind, domainId: string): void {
  const place = placeOf(kind, domainId);
  if (operations.get(place)?.operation.state === 'running') return;
  operations.delete(place);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOperation = (kind: OperationKind, domainId: string): Operation | null =>
  useSyncExternalStore(subscribe, () => operations.get(placeOf(kind, domainId))?.operation ?? null);

/** What a record of an operation is called. */
export const nameIn = (kind: OperationKind, domainId: string, id: string): string =>
  operations.get(placeOf(kind, domainId))?.names.get(id) ?? id;

/** Where an operation copies to; null for one that copies nothing. */
export const targetIn = (kind: OperationKind, domainId: string): DnsDomain | null =>
  operations.get(placeOf(kind, domainId))?.target ?? null;

/** An operation as a dialog shows it: it stays while the dialog closes. */
export function useShownOperation(kind: OperationKind, domainId: string, opened: boolean): Operation | null {
  const operation = useOperation(kind, domainId);
  const [shown, setShown] = useState(operation);
  if (opened && shown !== operation) setShown(operation);
  return opened ? operation : shown;
}
