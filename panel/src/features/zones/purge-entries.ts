import { PurgeRequest } from '@headwater/contract/zones/purge';
import { problemsOf } from '../../lib/form-check.ts';

/** The purge entry that stands for the whole zone. */
export const wholeZone = '/*';

/** The entries that were typed or pasted: one a line, each once, empty lines left out. */
export function entriesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** A sentence about an entry, with the entry it is about: `files.3` is the fourth. */
export function namedProblem(field: string, message: string, files: readonly string[]): string {
  const entry = files[Number(/^files\.(\d+)/.exec(field)?.[1] ?? Number.NaN)];
  return entry === undefined || files.length === 1 ? message : `${entry}: ${message}`;
}

/** Why entries cannot be purged, in words; null when they can be asked for. */
export function entriesProblem(files: readonly string[]): string | null {
  const [first] = Object.entries(problemsOf(PurgeRequest, { files }));
  return first ? namedProblem(...first, files) : null;
}
