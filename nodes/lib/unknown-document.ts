/** Why a document is refused before any engine saw it: it comes from a newer control plane, or from a faulty one. */
export function whyNotAccepted(node: string, issues: { path: PropertyKey[]; message: string }[]): string {
  const [issue] = issues;
  const where = issue === undefined ? 'the document' : issue.path.map(String).join('.') || 'the document';
  return `This ${node} does not accept ${where}: ${issue?.message ?? 'unknown'}`;
}
