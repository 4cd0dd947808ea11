import { apiPrefix, headersOf } from './call.ts';
import { type News, position, type Shared } from './event-position.ts';
import { type EventMessage, readEventStream } from './event-stream.ts';
import { isAway, reachability } from './reachability.ts';

const name = 'headwater-events';
const firstDelayMs = 500;
const longestDelayMs = 10_000;

const sessionNews: News = { topic: 'session', serviceId: null, id: null };

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

type Hearing = {
  onMessage: (message: EventMessage) => void;
  onReach: (reach: 'answered' | 'failed') => void;
  /** The server ended the stream: the session is over, or what its person may do has changed. */
  onEnd: () => void;
};

/** Reads the stream until it ends for good: the session is over, or the tab asks for it. */
async function follow(signal: AbortSignal, { onMessage, onReach, onEnd }: Hearing): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let answered = false;
    try {
      const lastId = position.connect();
      const headers = headersOf(lastId === null ? {} : { 'Last-Event-ID': lastId });
      headers.set('accept', 'text/event-stream');
      const response = await fetch(`${apiPrefix}/events`, { headers, signal, cache: 'no-store' });
      onReach(isAway(response.status) ? 'failed' : 'answered');
      answered = true;
      if (response.status === 401) return onEnd();
      if (!response.ok || !response.body) throw new Error(`The event stream answered ${response.status}`);
      failures = 0;
      for await (const message of readEventStream(response.body)) onMessage(message);
      onEnd();
    } catch {
      if (signal.aborted) return;
      // A stream that breaks off is made anew at once; only one that cannot be made says something.
      if (!answered) onReach('failed');
    }
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    failures += 1;
    // Spread, or every browser comes back in the same moment after a restart.
    await wait(delayMs * (0.5 + Math.random() / 2), signal);
  }
}

/** Follows the stream in one tab at a time, in the others once it is their turn. */
async function takeTurns(signal: AbortSignal, hearing: Hearing): Promise<void> {
  // Web Locks exist only where the page is served securely or from this machine.
  if (!navigator.locks) return follow(signal, hearing);
  const wasFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await follow(signal, hearing);
    return lock !== null;
  });
  if (wasFirst) return;
  position.wait();
  await navigator.locks.request(name, { signal }, () => follow(signal, hearing));
}

/**
 * Listens to the server's events until it is stopped. One tab of the browser holds the connection, for HTTP/1.1 gives a
 * browser six of them; it passes on what it hears and how far it has heard, and when it closes the next tab goes on
 * from there.
 */
export function listen(onNews: (news: News) => void): () => void {
  const stopped = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  channel?.addEventListener('message', ({ data }: MessageEvent<Shared>) => {
    if (data.reach) reachability[data.reach]();
    const news = position.overhear(data);
    if (news) onNews(news);
  });
  const onMessage = (message: EventMessage) => {
    const { news, shared } = position.hear(message);
    if (news) onNews(news);
    channel?.postMessage(shared);
  };
  const onReach = (reach: 'answered' | 'failed') => {
    reachability[reach]();
    channel?.postMessage({ id: null, news: null, reach } satisfies Shared);
  };
  const onEnd = () => {
    onNews(sessionNews);
    channel?.postMessage({ id: null, news: sessionNews } satisfies Shared);
  };
  takeTurns(stopped.signal, { onMessage, onReach, onEnd }).catch(() => {});
  return () => {
    stopped.abort();
    channel?.close();
  };
}
