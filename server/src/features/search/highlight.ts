import { escapeHtml } from '../../lib/escape-html.ts';

/** HTML that shows `text` as it is, with `<mark>` around each occurrence of `sought` whatever its case, and no other tag. */
export function highlight(text: string, sought: string): string {
  if (sought === '') return escapeHtml(text);
  const occurrence = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  let html = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(occurrence)) {
    html += `${escapeHtml(text.slice(end, index))}<mark>${escapeHtml(found)}</mark>`;
    end = index + found.length;
  }
  return html + escapeHtml(text.slice(end));
}
