import { countOctets, joinBytes, quoteBytes, readUtf8, splitWords, wordBytes } from '../words.ts';
import { accept, type Reading, refuse, type TypeRule } from './types.ts';

const mostTextOctets = 4096;

/** The octets that one string of a TXT record holds. RFC 1035 3.3. */
const mostStringOctets = 255;

/**
 * People read and type the plain text. Where that would be ambiguous (a quote sign or a blank at its ends, nothing at
 * all) it stands in quotes, escaped.
 */
export const txt: TypeRule = {
  numbers: [],
  read(record): Reading {
    if (record === '') return refuse('Enter the text, such as v=spf1 -all');
    const joined = record.startsWith('"') ? joinStrings(record) : { text: record };
    if ('problem' in joined) return refuse(joined.problem);
    const { text } = joined;
    if (/\p{Surrogate}/u.test(text)) return refuse(notUtf8);
    // A tab is a blank; a line break or a null came along by mistake.
    if (/[^\P{Cc}\t]/u.test(text)) return refuse('A text is one line: take out line breaks and control characters');
    if (countOctets(text) > mostTextOctets)
      return refuse(`A text has at most ${mostTextOctets.toLocaleString('en')} bytes`);
    const plain = text !== '' && text === text.trim() && !text.startsWith('"');
    return accept(plain ? text : quoteForPeople(text));
  },
  write(record) {
    const joined = record.startsWith('"') ? joinStrings(record) : { text: record };
    const octets = new TextEncoder().encode('text' in joined ? joined.text : record);
    const strings: string[] = [];
    for (let at = 0; at < octets.length || at === 0; at += mostStringOctets) {
      strings.push(quoteBytes(octets.subarray(at, at + mostStringOctets)));
    }
    return strings.join(' ');
  },
};

const notUtf8 = 'The text must be UTF-8';

/** Several strings of one record are one text. RFC 7208 3.3. */
function joinStrings(record: string): { text: string } | { problem: string } {
  const words = splitWords(record);
  if (!words?.every((word) => word.startsWith('"'))) {
    return { problem: 'Close each quote, such as "one" "two". For a quote sign inside of them write \\"' };
  }
  const parts = words.map(wordBytes);
  if (!parts.every((part) => part !== null)) {
    return { problem: 'In quotes, a backslash stands before a sign or three digits up to 255: \\" \\\\ \\195' };
  }
  const text = readUtf8(joinBytes(parts));
  return text === null ? { problem: notUtf8 } : { text };
}

const quoteForPeople = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The words of a zone file, quoted or not, as `read` takes them. */
export const textFromWords = (words: readonly string[]): string =>
  words.map((word) => (word.startsWith('"') ? word : `"${word}"`)).join(' ');
