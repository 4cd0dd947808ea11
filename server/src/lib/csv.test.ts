import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from './csv.ts';

/** Reads CSV as RFC 4180 says, strictly. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell = '';
    if (csv[at] === '"') {
      at += 1;
      while (csv[at] !== '"' || csv[at + 1] === '"') {
        if (at >= csv.length) throw new Error('a quote is not closed');
        if (csv[at] === '"') at += 1;
        cell += csv[at++];
      }
      at += 1;
    } else {
      while (at < csv.length && !',"\r\n'.includes(csv[at]!)) cell += csv[at++];
    }
    row.push(cell);
    if (csv[at] === ',') at += 1;
    else if (csv.startsWith('\r\n', at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`neither a comma nor the end of a line at ${at}`);
  }
  return rows;
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', "'", ',', ';', '1', 'A') }),
);
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 5 }));

describe('CSV', () => {
  test('is read back as it was written, but for the apostrophe before what would be a formula', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const expected = rows.map((cells) => cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
        expect(parse(toCsv(rows))).toEqual(expected);
      }),
    );
  });

  test('has no cell that a spreadsheet would run', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        for (const cell of parse(toCsv(rows)).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  test.each([
    ['=HYPERLINK("http://evil.test")', `"'=HYPERLINK(""http://evil.test"")"`],
    ['-1+cmd|x', `'-1+cmd|x`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a\nb', '"a\nb"'],
    ['', ''],
  ])('writes %j as %s', (cell, written) => {
    expect(toCsv([[cell]])).toBe(`${written}\r\n`);
  });
});
