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

/** Cells as a spreadsheet sees them that separates by another character: quotes count at a cell's start alone. */
const cellsBy = (separator: string, csv: string): string[] =>
  csv.split(/[\r\n]+/).flatMap((line) => line.split(separator).map((cell) => cell.replace(/^"+/, '')));

describe('CSV', () => {
  test('is read back as it was written, but for apostrophes before what would be a formula', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const bare = (cells: string[][]) => cells.map((row) => row.map((cell) => cell.replaceAll("'", '')));
        expect(bare(parse(toCsv(rows)))).toEqual(bare(rows));
      }),
    );
  });

  test('is left as it was where nothing would be a formula', () => {
    const harmless = fc.array(fc.array(fc.string({ unit: fc.constantFrom('"', "'", ',', ';', '\n', '1', 'A') })));
    fc.assert(
      fc.property(harmless, (rows) => {
        const filled = rows.filter((cells) => cells.length > 0);
        expect(parse(toCsv(filled))).toEqual(filled);
      }),
    );
  });

  test.each([',', ';', '\t'])('has no cell that a spreadsheet would run that separates by %j', (separator) => {
    fc.assert(
      fc.property(tables, (rows) => {
        const csv = toCsv(rows);
        const cells = separator === ',' ? parse(csv).flat() : cellsBy(separator, csv);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['=HYPERLINK("http://evil.test")', `"'=HYPERLINK(""http://evil.test"")"`],
    ['-1+cmd|x', `'-1+cmd|x`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['a;=cmd()', `a;'=cmd()`],
    ['a\t"=cmd()', `"a\t'""=cmd()"`],
    ['a\n=cmd()', `"a\n'=cmd()"`],
    ['a; b=c', 'a; b=c'],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a\nb', '"a\nb"'],
    ['', ''],
  ])('writes %j as %s', (cell, written) => {
    expect(toCsv([[cell]])).toBe(`${written}\r\n`);
  });
});
