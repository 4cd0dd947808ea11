import type { NodeKind, UnreadableDoc } from '@headwater/contract/nodes/routes';
import type { Followed } from '../../lib/feature.ts';
import type { Settings } from '../../lib/settings.ts';
import { findFollowed } from './followed.ts';

/** A row's document as the node is to get it. */
export type OpenDocument = (kind: NodeKind, key: string, doc: unknown) => unknown;

/**
 * Opens what features have sealed in documents. One that cannot be opened stops no other: the node is given words in its
 * place, refuses that version with them and keeps what it serves, so that the change is shown as failed.
 * @param tell hears the cause, which is not for customers.
 */
export function openDocuments(
  followed: readonly Followed[],
  settings: Settings,
  tell: (key: string, cause: unknown) => void,
): OpenDocument {
  return (kind, key, doc) => {
    const open = findFollowed(followed, kind, key)?.open;
    if (!open || doc === null) return doc;
    try {
      return open(doc, settings);
    } catch (cause) {
      tell(key, cause);
      const unreadable = 'The control plane cannot open what it keeps sealed for this. Its operator can tell why.';
      return { unreadable } satisfies UnreadableDoc;
    }
  };
}
