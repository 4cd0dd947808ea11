/** How a file is asked for and given, by the API and by a storage alike. */

export type Range = { start: number; end: number };

/** One range of bytes (RFC 9110, 14.1.2), both ends included. Several, or what is no range, are as none: the whole file. */
export function readRange(header: string | undefined, size: number): Range | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'beyond' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** RFC 6266: the name for everybody, and as it is for those who read UTF-8. */
export function attachment(filename: string): string {
  const safe = filename.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_');
  const plain = safe.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
