import { error, type Finding, warning } from './findings.ts';
import { parseMedia } from './parse.ts';

/** What differs by rounding only. */
const toleranceSeconds = 0.1;

/** Playlists of one stream's rungs, fetched together: the same number must be the same time in all of them. */
export function lintRungs(texts: readonly string[]): Finding[] {
  const [best, ...others] = texts.map(parseMedia);
  if (best === undefined) return [];
  const found: Finding[] = [];
  const own = new Map(best.segments.map((segment) => [segment.sequence, segment]));
  others.forEach((media, at) => {
    const rung = `Rung ${at + 1}`;
    if (media.targetSeconds !== best.targetSeconds) {
      found.push(error('rungs-target-duration', 1, `${rung} has another target duration than the best`));
    }
    if (media.isEnded !== best.isEnded)
      found.push(error('rungs-endlist', 1, `${rung} and the best do not end together`));
    const shared = media.segments.filter(({ sequence }) => own.has(sequence));
    if (shared.length < Math.min(media.segments.length, best.segments.length) - 1) {
      found.push(error('rungs-apart', 1, `${rung} lists other numbers than the best`));
    }
    for (const segment of shared) {
      const other = own.get(segment.sequence)!;
      const { line, sequence } = segment;
      if (segment.discontinuity !== other.discontinuity) {
        found.push(
          error('rungs-discontinuity', line, `${rung}, number ${sequence}: another discontinuity than the best`),
        );
      }
      if (Math.abs((segment.timeMs ?? 0) - (other.timeMs ?? 0)) > toleranceSeconds * 1000) {
        found.push(error('rungs-time', line, `${rung}, number ${sequence}: another time than the best`));
      }
      if (Math.abs((segment.durationSeconds ?? 0) - (other.durationSeconds ?? 0)) > toleranceSeconds) {
        // What a killed encoder left is as long as it is; what comes after it tells its time anew.
        const isLast = own.get(sequence + 1)?.hasDiscontinuityTag !== false;
        found.push((isLast ? warning : error)('rungs-duration', line, `${rung}, number ${sequence}: another duration`));
      }
    }
  });
  return found;
}
