import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlight } from './highlight.ts';

/** What a browser would show of it, given that only `<mark>` and the five escapes stand in it. */
const textOf = (html: string) =>
  html
    .replace(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        "'",
        '/',
        'mark',
        '<mark>',
        '</mark>',
        '&lt;',
        '<img onerror=x>',
        'a',
        'İ',
        'ß',
        '\\',
        '.*',
        '$&',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('a highlighted text', () => {
  test('has no tag but <mark>, closed each time, and shows exactly the text', () => {
    fc.assert(
      fc.property(nasty, nasty, (text, sought) => {
        const html = highlight(text, sought);
        expect(html).toMatch(/^([^<>"']|<mark>[^<>"']+<\/mark>)*$/u);
        expect(html.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
        expect(textOf(html)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('marks what was searched for wherever it stands', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (before, sought, after) => {
        fc.pre(sought !== '' && sought.isWellFormed());
        expect(highlight(before + sought + after, sought)).toContain('<mark>');
      }),
    );
  });

  test.each([
    ['Shop & shop', 'SHOP', '<mark>Shop</mark> &amp; <mark>shop</mark>'],
    ['a.b', '.', 'a<mark>.</mark>b'],
    ['100% sure', '%', '100<mark>%</mark> sure'],
    ['<b>', 'b', '&lt;<mark>b</mark>&gt;'],
    ['x&lt;', 'lt', 'x&amp;<mark>lt</mark>;'],
    ['nothing', 'zone', 'nothing'],
  ])('%s, looking for %s', (text, sought, html) => {
    expect(highlight(text, sought)).toBe(html);
  });
});
