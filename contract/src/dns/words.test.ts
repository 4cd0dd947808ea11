import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteBytes, quoteText, splitWords, wordBytes, wordText } from './words.ts';

test('whatever bytes are put in quotes come out again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const word = quoteBytes(bytes);
      expect(word).toMatch(/^"[\x20-\x7e]*"$/);
      expect(splitWords(`a ${word} b`)).toEqual(['a', word, 'b']);
      expect(wordBytes(word)).toEqual(bytes);
    }),
    { numRuns: 500 },
  );
});

test('a text in quotes is the same text when it is read', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => wordText(quoteText(text)) === text));
});

test.each([
  ['10 mail.example.com.', ['10', 'mail.example.com.']],
  ['  a\t b  ', ['a', 'b']],
  ['"a b" c"d e"', ['"a b"', 'c', '"d e"']],
  ['key99="a b" alpn="h2,h3"', ['key99="a b"', 'alpn="h2,h3"']],
  ['a\\ b "c\\"d"', ['a\\ b', '"c\\"d"']],
  ['', []],
])('%j has the words %j', (text, words) => expect(splitWords(text)).toEqual(words));

test.each(['"open', 'a "open', 'a\\', 'key="open'])('%j is not split: it is never closed', (text) =>
  expect(splitWords(text)).toBeNull(),
);

test.each(['"\\256"', '\\12', 'a\\9b'])('%s is no escape', (word) => expect(wordBytes(word)).toBeNull());

test('a text of a million words is split in one pass', () => {
  expect(splitWords('a '.repeat(1_000_000))).toHaveLength(1_000_000);
});
