import type { z } from 'zod';

/** What separates entries that are typed or pasted. Commas and spaces are parts of user agents. */
export type Separator = 'line' | 'any';

/** Adds what was typed or pasted to a list; each entry is taken once, as the schema writes it. */
export function addEntries(list: readonly string[], text: string, item: z.ZodType<string>, by: Separator): string[] {
  const pieces = text.split(by === 'line' ? /[\r\n]+/ : /[\s,;]+/).map((piece) => piece.trim());
  return [...new Set([...list, ...pieces.filter((piece) => piece !== '').map((piece) => written(piece, item))])];
}

/** As the schema writes it; what it does not accept stays as it was typed, so that it can be named and mended. */
function written(entry: string, item: z.ZodType<string>): string {
  const { success, data } = item.safeParse(entry);
  return success ? data : entry;
}

/** A sentence for each entry that is not accepted, with the entry it is about. */
export function entryProblems(list: readonly string[], item: z.ZodType<string>): { entry: string; words: string }[] {
  return list.flatMap((entry) => {
    const { error } = item.safeParse(entry);
    return error ? [{ entry, words: `${entry}: ${error.issues[0]?.message}` }] : [];
  });
}
