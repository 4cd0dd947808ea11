import type { Person, World } from './index.ts';

type Heard = { id: string; event: string; data: Record<string, unknown> };

/** An event stream as a browser reads it, over a real connection. */
export type TestStream = {
  status: number;
  headers: Headers;
  heard: Heard[];
  /** Resolves with the first event, heard already or still to come, that fits. */
  waitFor(fits: (heard: Heard) => boolean, withinMs?: number): Promise<Heard>;
  /** The JSON of an answer that is no stream. */
  refusal: unknown;
  /** Resolves once the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
};

const addresses = new WeakMap<object, Promise<string>>();

export async function openStream(world: World, who: Person | string | null, lastEventId?: string): Promise<TestStream> {
  const address = addresses.get(world.app) ?? world.app.listen({ host: '127.0.0.1', port: 0 });
  addresses.set(world.app, address);
  const token = typeof who === 'string' ? who : who?.token;
  const cut = new AbortController();
  const answer = await fetch(`${await address}/api/v1/events`, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: cut.signal,
  });
  if (answer.status !== 200) {
    const refusal = await answer.json();
    const none = {
      heard: [],
      ended: Promise.resolve(),
      close() {},
      waitFor: () => Promise.reject(new Error('refused')),
    };
    return { status: answer.status, headers: answer.headers, refusal, ...none };
  }
  const heard: Heard[] = [];
  let look = () => {};
  const read = async () => {
    let rest = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop()!;
      // A ping has an id and no data.
      heard.push(...parts.filter((part) => part.includes('data:')).map(parse));
      look();
    }
  };
  const ended = read().catch(() => {});
  return {
    status: answer.status,
    headers: answer.headers,
    heard,
    refusal: null,
    waitFor: (fits, withinMs = 2000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`not heard; heard: ${JSON.stringify(heard)}`)), withinMs);
        look = () => {
          const found = heard.find(fits);
          if (!found) return;
          clearTimeout(timer);
          resolve(found);
        };
        look();
      }),
    ended,
    close: () => cut.abort(),
  };
}

function parse(text: string): Heard {
  const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return { id: fields.id ?? '', event: fields.event ?? 'message', data: JSON.parse(fields.data ?? '{}') };
}
