/** What a spreadsheet takes for a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe, which shows it as
 * the text that it is.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

function toCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
