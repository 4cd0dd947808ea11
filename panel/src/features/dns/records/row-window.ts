/** Rows of one height in a box that scrolls: only those in sight, and a few around them, are drawn. */
export type RowWindow = { from: number; until: number };

/** Rows beyond each edge, so that a quick scroll does not outrun the drawing. */
const spareRows = 8;

export function rowsInSight(scrolledPx: number, boxPx: number, rowPx: number, count: number): RowWindow {
  const first = Math.floor(scrolledPx / rowPx);
  const last = Math.ceil((scrolledPx + boxPx) / rowPx);
  // In steps, so that most scroll events change nothing.
  const from = Math.max(0, Math.floor((first - spareRows) / spareRows) * spareRows);
  const until = Math.min(count, Math.ceil((last + spareRows) / spareRows) * spareRows);
  return { from: Math.min(from, until), until };
}

/** The rows to draw: those of the window, and those that must not go (the focus or an input stands in them). */
export function rowsToDraw({ from, until }: RowWindow, kept: Iterable<number>): number[] {
  const rows = new Set<number>();
  for (let row = from; row < until; row++) rows.add(row);
  for (const row of kept) if (row >= 0) rows.add(row);
  // In the order of the list, which is the order of Tab.
  return [...rows].sort((a, b) => a - b);
}

/** Each row to draw with the number of rows that are left out right before it. */
export const withGaps = (rows: readonly number[]): { row: number; gap: number }[] =>
  rows.map((row, at) => ({ row, gap: row - (rows[at - 1] ?? -1) - 1 }));

/** Where to scroll so that a row is whole; null when it is. */
export function scrollFor(row: number, scrolledPx: number, boxPx: number, rowPx: number): number | null {
  const top = row * rowPx;
  if (top < scrolledPx) return top;
  if (top + rowPx > scrolledPx + boxPx) return top + rowPx - boxPx;
  return null;
}
