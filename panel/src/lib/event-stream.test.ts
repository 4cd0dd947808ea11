import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEventStream, splitMessages } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that says what it is told to say. */
function open() {
  let say: (text: string) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      say = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const heard: (string | null)[] = [];
  const over = (async () => {
    for await (const { id } of readEventStream(body)) heard.push(id);
    return 'over';
  })();
  return { say, heard, over };
}

describe('a stream of events', () => {
  test('that falls silent is given up, so that another one is opened', async () => {
    const { say, heard, over } = open();
    say('id: a-1\ndata: {}\n\n');
    await vi.advanceTimersByTimeAsync(39_000);
    expect(heard).toEqual(['a-1']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await over).toBe('over');
  });

  test('that only pings is kept', async () => {
    const { say, heard, over } = open();
    for (let n = 1; n <= 10; n++) {
      say(`id: a-${n}\n\n`);
      await vi.advanceTimersByTimeAsync(15_000);
    }
    expect(heard).toHaveLength(10);
    expect(await Promise.race([over, Promise.resolve('open')])).toBe('open');
  });
});

test('messages are read across pieces, with comments and both line ends', () => {
  const { messages, rest } = splitMessages(
    ': hello\n\nid: 3\nevent: ready\ndata: {}\n\nid: 4\r\ndata: {"a":\r\ndata: 1}\r\n\r\nid: 5\n\ndata: tail',
  );
  expect(messages).toEqual([
    { id: '3', event: 'ready', data: '{}' },
    { id: '4', event: 'message', data: '{"a":\n1}' },
    { id: '5', event: 'message', data: '' },
  ]);
  expect(rest).toBe('data: tail');
});
