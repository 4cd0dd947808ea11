import { streamMessages } from '@headwater/contract/streams/messages';
import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { focusHeading } from '../../ui/take-focus.ts';
import { toast } from '../../ui/toast.ts';
import { streamParams, useStreamChange } from './stream-queries.ts';

type Reply = { stream: Stream };
type Deed<Input> = {
  send: (input: Input) => Promise<Reply>;
  /** What is told of its success. */
  words: string | ((stream: Stream) => string);
  failed: string;
  onDone?: ((stream: Stream) => void) | undefined;
};

/** Something that is done to a stream: its toast, and the stream that came back in place of the one that is shown. */
function useDeed<Input = void>({ send, words, failed, onDone }: Deed<Input>) {
  const changed = useStreamChange();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ stream }) => {
      toast.success(typeof words === 'string' ? words : words(stream));
      onDone?.(stream);
      changed(stream);
    },
    onError: (error) => toast.error(wordsOf(error, failed)),
  });
}

type Done = (stream: Stream) => void;

/** Ends what the stream does and begins anew. */
export const useRestart = (stream: Stream, onDone?: Done) =>
  useDeed({
    send: () => call(streamRoutes.restartStream, { params: streamParams(stream) }),
    words: streamMessages.restarted,
    failed: 'The stream could not be restarted. Try again.',
    onDone,
  });

/** Disables (1) or enables (0) a stream. */
export const useStatus = (stream: Stream, onDone?: Done) =>
  useDeed<0 | 1>({
    send: (status) => call(streamRoutes.setStreamStatus, { params: streamParams(stream), body: { status } }),
    words: ({ status }) => (status === 1 ? streamMessages.disabled : streamMessages.enabled),
    failed: 'The stream could not be changed. Try again.',
    onDone,
  });

/** Deletes a stream. `onDone` is called before the screens hear of it. */
export const useRemove = (stream: Stream, onDone?: Done) =>
  useDeed({
    send: () => call(streamRoutes.deleteStream, { params: streamParams(stream) }),
    words: streamMessages.deleted,
    failed: 'The stream could not be deleted. Try again.',
    onDone,
  });

/** Brings back a deleted stream. */
export const useRestore = (stream: Stream) =>
  useDeed({
    send: () => call(streamRoutes.restoreStream, { params: streamParams(stream) }),
    words: streamMessages.restored,
    failed: 'The stream could not be restored. Try again.',
    // The button goes with what said that it was deleted.
    onDone: focusHeading,
  });

/** Gives a pushed stream a new key. */
export const useRotateKey = (stream: Stream, onDone?: Done) =>
  useDeed({
    send: () => call(streamRoutes.rotateStreamKey, { params: streamParams(stream) }),
    words: 'The stream has a new key. Enter it in your encoder.',
    failed: 'The key could not be changed. Try again.',
    onDone,
  });
