/** What a request is about: a recording, and the name under which it is to be saved. */
export type Target = { id: string; saveAs: string | null };

const idForm = /^[a-z0-9]{1,32}$/;

/**
 * Paths of recordings. Live nodes bring them as `/recordings/<id>.mp4`; what is fetched stands in a directory of its own, which
 * is what an edge's link covers: `…/<id>/<id>.mp4`, and `…/<id>/<id>/download/<name>.mp4` to save it. Nothing of a path becomes
 * part of a file's name, so that no trick with it leads anywhere.
 */
export function readTarget(requestUrl: string): Target | null {
  const segments = (requestUrl.split('?')[0] ?? '').split('/').map(decodeSegment);
  const last = segments.at(-1);
  if (last == null || !last.endsWith('.mp4')) return null;
  const isSaved = segments.at(-2) === 'download';
  const [directory, id] = isSaved ? [segments.at(-4), segments.at(-3)] : [segments.at(-2), last.slice(0, -4)];
  if (id == null || !idForm.test(id)) return null;
  const isBrought = segments.length === 3 && segments[1] === 'recordings';
  if (directory !== id && !(isBrought && !isSaved)) return null;
  return { id, saveAs: isSaved ? last : null };
}

/** Null for what is no text. */
function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

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
