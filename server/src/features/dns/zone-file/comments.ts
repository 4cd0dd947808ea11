/**
 * What zone files have no words for stands in comments that other programs pass over: a disabled record is a comment
 * as a whole, a note a comment behind its record, in quotes as JSON has them.
 */
const disabledMark = 'headwater disabled ';
const noteMark = 'headwater note ';

export const writeDisabled = (line: string): string => `;${disabledMark}${line}`;
export const writeNote = (note: string): string => (note === '' ? '' : ` ;${noteMark}${JSON.stringify(note)}`);

/** The line of a disabled record; null for any other comment. */
export const readDisabled = (comment: string): string | null =>
  comment.startsWith(disabledMark) ? comment.slice(disabledMark.length) : null;

/** The note in a comment; null when it has none. */
export function readNote(comment: string): string | null {
  if (!comment.startsWith(noteMark)) return null;
  try {
    const note: unknown = JSON.parse(comment.slice(noteMark.length));
    return typeof note === 'string' ? note : null;
  } catch {
    return null;
  }
}
