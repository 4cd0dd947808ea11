import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedPieces } from './marked-pieces.ts';

test('marks stand apart, the rest is plain text', () => {
  expect(markedPieces('a<mark>b</mark>c&amp;&lt;d&gt;<mark>&quot;&#39;</mark>')).toEqual([
    { text: 'a', marked: false },
    { text: 'b', marked: true },
    { text: 'c&<d>', marked: false },
    { text: `"'`, marked: true },
  ]);
  expect(markedPieces('')).toEqual([]);
});

test('any other tag is text, inside a mark as well, and is escaped only once', () => {
  const html = '<mark><b>x</b></mark><img src=x onerror=alert(1)></mark>&amp;lt;';
  expect(markedPieces(html)).toEqual([
    { text: '<mark><b>x</b></mark><img src=x onerror=alert(1)></mark>&lt;', marked: false },
  ]);
});

test('no character is lost or made up, but marks of nothing', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('<mark>', '</mark>', '<', '>', '\n'));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const html = parts.join('').replaceAll('&', '');
      const text = markedPieces(html)
        .map((piece) => (piece.marked ? `<mark>${piece.text}</mark>` : piece.text))
        .join('');
      expect(text).toBe(html.replaceAll('<mark></mark>', ''));
    }),
  );
});
