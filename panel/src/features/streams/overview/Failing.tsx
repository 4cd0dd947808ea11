import type { Stream } from '@headwater/contract/streams/schema';
import { Alert } from '@mantine/core';
import { lastEnd } from './last-refusal.ts';

/** What ends again and again, with its last word: beside a player that may still show what came before. */
export function Failing({ stream, live }: { stream: Stream; live: Parameters<typeof lastEnd>[0] }) {
  const reason = lastEnd(live);
  if (reason === null) return null;
  // Not "the encoder": to who publishes that is their own.
  const what = stream.input === 'push' ? 'The process behind this stream' : 'The source';
  return (
    <Alert color="red" title={`${what} ends again and again`} role="alert">
      Last time: {reason} <br /> It is started again by itself. All that it said last stands under Processes.
    </Alert>
  );
}
