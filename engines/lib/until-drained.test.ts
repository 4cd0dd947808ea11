import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { untilDrained } from './index.ts';

test.each<[string, (stream: PassThrough) => void]>([
  ['takes more again', (stream) => void stream.resume()],
  ['is closed', (stream) => void stream.destroy()],
])('a wait for a stream that takes no more is over once it %s, and leaves nothing behind on it', async (_, then) => {
  const stream = new PassThrough({ highWaterMark: 10 });
  const before = [stream.listenerCount('drain'), stream.listenerCount('close')];
  while (stream.write('a piece'));
  const waited = untilDrained(stream);
  then(stream);
  await waited;
  expect([stream.listenerCount('drain'), stream.listenerCount('close')]).toEqual(before);
});
