export type EventMessage = { id: string | null; event: string; data: string };

/** The messages in a piece of an event stream, and the unfinished rest. */
export function splitMessages(text: string): { messages: EventMessage[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const messages = blocks.flatMap((block) => {
    let id: string | null = null;
    let event = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field === 'id') id = value;
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return data.length > 0 || id !== null ? [{ id, event, data: data.join('\n') }] : [];
  });
  return { messages, rest };
}

/** The server says something every 15 s: a connection that is silent for longer has died without a word. */
const longestSilenceMs = 40_000;

/**
 * Reads server-sent events from a response, until it ends or falls silent; EventSource cannot send the bearer.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<EventMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      silence = setTimeout(() => void reader.cancel().catch(() => {}), longestSilenceMs);
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      const { messages, rest } = splitMessages(text + value);
      text = rest;
      yield* messages;
    }
  } finally {
    clearTimeout(silence);
    await reader.cancel().catch(() => {});
  }
}
