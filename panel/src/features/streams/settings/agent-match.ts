/** The pattern that a whole user agent fits, where `*` stands for any run of characters; null when none does. */
export function matchAgent(agent: string, list: readonly string[], caseSensitive: boolean): string | null {
  const fold = (text: string) => (caseSensitive ? text : text.toLowerCase());
  return list.find((pattern) => fits(fold(agent), fold(pattern))) ?? null;
}

/** The patterns without `*`: each fits one user agent, itself, where a part of many may have been meant. */
export const exactPatterns = (list: readonly string[]): string[] => list.filter((pattern) => !pattern.includes('*'));

export const asPart = (pattern: string): string => `*${pattern}*`;

/** The list with `*` around these patterns of it, in their places; each is there once. */
export function takeAsParts(list: readonly string[], patterns: readonly string[]): string[] {
  return [...new Set(list.map((pattern) => (patterns.includes(pattern) ? asPart(pattern) : pattern)))];
}

/** Piece by piece, since a regular expression of many stars can take for ever. */
function fits(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
