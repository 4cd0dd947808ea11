import { expect, test } from 'vitest';
import { splitMessages } from './event-stream.ts';

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
