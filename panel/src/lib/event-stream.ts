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

/** Reads server-sent events from a response; EventSource cannot send the bearer. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<EventMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { messages, rest } = splitMessages(text + value);
      text = rest;
      yield* messages;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
