import type { Writable } from 'node:stream';

/** Also when it is closed instead. May be waited for again and again: no wait leaves anything behind on the stream. */
export function untilDrained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
