import { error, type Finding } from './findings.ts';
import { parseMedia } from './parse.ts';

/** A delta against the whole playlist of about the same time: put together, they must be one. */
export function lintDelta(whole: string, delta: string): Finding[] {
  const full = parseMedia(whole);
  const part = parseMedia(delta);
  const found: Finding[] = [];
  if (part.sequence < full.sequence) found.push(error('delta', 1, 'The delta begins before the whole playlist'));
  const first = part.segments[0];
  const last = full.segments.at(-1);
  if (first === undefined || last === undefined || first.sequence > last.sequence + 1) {
    return [...found, error('delta', 1, 'The delta does not reach what a player has')];
  }
  const known = new Map(full.segments.map((segment) => [segment.sequence, segment]));
  // What a player would have counted up to the first segment that was sent.
  const counted = known.get(first.sequence);
  const shift = counted === undefined ? 0 : counted.discontinuity - first.discontinuity;
  for (const segment of part.segments) {
    const was = known.get(segment.sequence);
    if (was === undefined) continue;
    const isSame =
      was.uri === segment.uri &&
      was.durationSeconds === segment.durationSeconds &&
      was.gap === segment.gap &&
      was.hasDiscontinuityTag === segment.hasDiscontinuityTag &&
      was.discontinuity === segment.discontinuity + shift &&
      (was.timeMs === null || segment.timeMs === null || Math.abs(was.timeMs - segment.timeMs) <= 100);
    if (!isSame) found.push(error('delta', segment.line, `Number ${segment.sequence} differs from the whole playlist`));
  }
  return found;
}
