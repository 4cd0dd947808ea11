import type { ServerEvent } from '@headwater/contract/system/routes';
import { apiPrefix, headersOf } from './call.ts';
import { type EventMessage, readEventStream } from './event-stream.ts';

type Listener = (event: ServerEvent | 'all') => void;

const name = 'headwater-events';
const firstDelayMs = 500;
const longestDelayMs = 30_000;

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const parse = ({ data }: EventMessage): ServerEvent | null => {
  try {
    const event: unknown = JSON.parse(data);
    return typeof event === 'object' && event !== null && 'topic' in event ? (event as ServerEvent) : null;
  } catch {
    return null;
  }
};

/** Reads the stream until it ends for good: the session is over, or the tab asks for it. */
async function follow(signal: AbortSignal, tell: Listener): Promise<void> {
  let lastId: string | null = null;
  let failures = 0;
  let connectedBefore = false;
  while (!signal.aborted) {
    try {
      const headers = headersOf(lastId === null ? {} : { 'Last-Event-ID': lastId });
      headers.set('accept', 'text/event-stream');
      const response = await fetch(`${apiPrefix}/events`, { headers, signal, cache: 'no-store' });
      if (response.status === 401) return;
      if (!response.ok || !response.body) throw new Error(`The event stream answered ${response.status}`);
      failures = 0;
      // What happened between two connections is known only if the server replays it.
      if (connectedBefore) tell('all');
      connectedBefore = true;
      for await (const message of readEventStream(response.body)) {
        if (message.id !== null) lastId = message.id;
        const event = parse(message);
        if (event) tell(event);
      }
    } catch {
      if (signal.aborted) return;
    }
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    failures += 1;
    // Spread, or every browser comes back in the same moment after a restart.
    await wait(delayMs * (0.5 + Math.random() / 2), signal);
  }
}

/**
 * Listens to the server's events until it is stopped. One tab of the browser holds the connection, for HTTP/1.1 gives a
 * browser six of them; it passes on what it hears, and when it closes the next tab takes over.
 */
export function listen(onEvent: Listener): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  channel?.addEventListener('message', ({ data }) => onEvent(data));
  const tell: Listener = (event) => {
    onEvent(event);
    channel?.postMessage(event);
  };
  // Web Locks exist only where the page is served securely or from this machine.
  const leading = navigator.locks
    ? navigator.locks.request(name, { signal }, () => follow(signal, tell))
    : follow(signal, tell);
  leading.catch(() => {});
  return () => {
    stopped.abort();
    channel?.close();
  };
}
