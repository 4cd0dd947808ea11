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
