import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { EndReason } from '@headwater/contract/nodes/live-report';

export type DocumentChange =
  /** Whatever runs is ended. */
  | { type: 'end'; reason: EndReason }
  /** The encoder begins anew; the session goes on. */
  | { type: 'encode'; fromFirstSource: boolean }
  /** What comes in is not touched: how far viewers go back, how late they are, whether it is recorded. */
  | { type: 'none' };

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
const end = (reason: EndReason): DocumentChange => ({ type: 'end', reason });

/** What a new version of the document means for what runs. */
export function howChanged(before: LiveStream | null, after: LiveStream | null): DocumentChange {
  if (after === null) return end('deleted');
  if (after.disabled !== 'no') return end('disabled');
  if (before === null) return { type: 'none' };
  if (after.generation !== before.generation) return end('restarted');
  if (after.input.type === 'push' && before.input.type === 'push') {
    if (after.input.keyHash !== before.input.keyHash) return end('key_rotated');
    // Who was let in by the old rules might not be by the new ones.
    if (differ(after.input, before.input)) return end('settings_changed');
  } else if (after.input.type !== before.input.type) return end('settings_changed');
  const fromFirstSource = after.input.type === 'pull' && differ(after.input, before.input);
  const encodesOtherwise = differ([after.rungs, after.filter], [before.rungs, before.filter]);
  return fromFirstSource || encodesOtherwise ? { type: 'encode', fromFirstSource } : { type: 'none' };
}
