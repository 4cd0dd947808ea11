import { LiveStream } from '@headwater/contract/nodes/live-document';
import type { Change } from '../lib/desired-state.ts';
import { whyNotAccepted } from '../lib/unknown-document.ts';

/** A row of the feed as a live node understands it. */
export type LiveChange =
  | { type: 'put'; key: string; stream: LiveStream }
  | { type: 'remove'; key: string; streamId: string }
  | { type: 'unknown'; key: string; reason: string };

/** What a live node follows are things only: nothing is carried out once. */
export const isEvent = (): boolean => false;

export function understand({ key, doc }: Change): LiveChange {
  if (!key.startsWith('stream/'))
    return { type: 'unknown', key, reason: `This live node does not know what ${key} is.` };
  const streamId = key.slice('stream/'.length);
  if (doc === null) return { type: 'remove', key, streamId };
  const stream = LiveStream.safeParse(doc);
  if (!stream.success) return { type: 'unknown', key, reason: whyNotAccepted('live node', doc, stream.error.issues) };
  return { type: 'put', key, stream: stream.data };
}
