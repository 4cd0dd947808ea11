import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInSight, rowsToDraw, scrollFor, withGaps } from './row-window.ts';

const rowPx = 36;

test('every row in sight is drawn, and never many more', () => {
  const cases = fc.tuple(
    fc.integer({ min: 0, max: 20_000 }),
    fc.integer({ min: 0, max: 2000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(cases, ([count, boxPx, share]) => {
      const scrolledPx = share * Math.max(0, count * rowPx - boxPx);
      const { from, until } = rowsInSight(scrolledPx, boxPx, rowPx, count);
      const first = Math.floor(scrolledPx / rowPx);
      const last = Math.min(count - 1, Math.ceil((scrolledPx + boxPx) / rowPx) - 1);
      expect(from).toBeLessThanOrEqual(Math.min(first, until));
      expect(until).toBeGreaterThanOrEqual(last + 1);
      expect(until).toBeLessThanOrEqual(count);
      expect(until - from).toBeLessThanOrEqual(boxPx / rowPx + 34);
    }),
  );
});

test('a list that became shorter than where it was scrolled to draws its end', () => {
  expect(rowsInSight(300_000, 700, rowPx, 3)).toEqual({ from: 3, until: 3 });
  expect(rowsInSight(0, 700, rowPx, 3)).toEqual({ from: 0, until: 3 });
});

test('the row with the focus or an input stays drawn, in its place', () => {
  expect(rowsToDraw({ from: 8, until: 11 }, [2, 9, 40, -1])).toEqual([2, 8, 9, 10, 40]);
});

test('rows stand where they would in the whole list, whatever is left out', () => {
  const rows = fc
    .uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 40 })
    .map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(rows, (list) => {
      let at = 0;
      for (const { row, gap } of withGaps(list)) {
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(at + gap).toBe(row);
        at += gap + 1;
      }
    }),
  );
});

test('scrolling moves no further than needed', () => {
  expect(scrollFor(5, 0, 720, rowPx)).toBeNull();
  expect(scrollFor(20, 0, 720, rowPx)).toBe(36);
  expect(scrollFor(3, 720, 720, rowPx)).toBe(108);
});
