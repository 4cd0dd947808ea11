/**
 * Where a spreadsheet takes what follows for a formula: at the start of a cell, and where one begins for those that
 * separate cells by `;` or a tab: to them the comma's quotes are a part of the text.
 */
const beforeFormula = /(?<=^|[;\t\r\n])(?="*[=+\-@\t\r])/g;

/**
 * Rows as CSV (RFC 4180). An apostrophe stands before what a spreadsheet would run as a formula, which shows it as the
 * text that it is.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

function toCell(text: string): string {
  const safe = text.replaceAll(beforeFormula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
