import { countOctets, joinBytes, quoteBytes, readUtf8, splitWords, wordBytes } from '../words.ts';
import { accept, type Reading, refuse, type TypeRule } from './types.ts';

export const mostTextOctets = 4096;

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
    const text = record.startsWith('"') ? joinStrings(record) : record;
    if (text === null) {
      return refuse('Close each quote, such as "one" "two". For a quote sign inside of them write \\"');
    }
    if (/\p{Surrogate}/u.test(text)) return refuse('The text must be UTF-8');
    // A tab is a blank; a line break or a null came along by mistake.
    if (/[^\P{Cc}\t]/u.test(text)) return refuse('A text is one line: take out line breaks and control characters');
    if (countOctets(text) > mostTextOctets)
      return refuse(`A text has at most ${mostTextOctets.toLocaleString('en')} bytes`);
    const plain = text !== '' && text === text.trim() && !text.startsWith('"');
    return accept(plain ? text : quoteForPeople(text));
  },
  write(record) {
    const text = (record.startsWith('"') ? joinStrings(record) : record) ?? '';
    const octets = new TextEncoder().encode(text);
    const strings: string[] = [];
    for (let at = 0; at < octets.length || at === 0; at += mostStringOctets) {
      strings.push(quoteBytes(octets.subarray(at, at + mostStringOctets)));
    }
    return strings.join(' ');
  },
};

/** Several strings of one record are one text. RFC 7208 3.3. */
function joinStrings(record: string): string | null {
  const words = splitWords(record);
  const parts = words?.map(wordBytes);
  if (!words?.every((word) => word.startsWith('"')) || !parts?.every((part) => part !== null)) return null;
  return readUtf8(joinBytes(parts));
}

const quoteForPeople = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The words of a zone file, quoted or not, as `read` takes them. */
export const textFromWords = (words: readonly string[]): string =>
  words.map((word) => (word.startsWith('"') ? word : `"${word}"`)).join(' ');
