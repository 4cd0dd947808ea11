import { UnreadableDoc } from '@headwater/contract/nodes/routes';

type Issue = { path: PropertyKey[]; message: string };

/**
 * Why a document is refused before any engine saw it: the control plane could not open it, is newer than this node, or
 * faulty.
 */
export function whyNotAccepted(node: string, doc: unknown, [issue]: Issue[]): string {
  const told = UnreadableDoc.safeParse(doc);
  if (told.success) return told.data.unreadable;
  const where = issue === undefined ? 'the document' : issue.path.map(String).join('.') || 'the document';
  return `This ${node} does not accept ${where}: ${issue?.message ?? 'unknown'}`;
}
