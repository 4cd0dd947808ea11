import { error, type Finding, warning } from './findings.ts';
import { type ParsedMedia, parseMedia } from './parse.ts';

/** A playlist as it was, and as it is: what players that hold the old one rely on. */
export function lintRefresh(before: string, after: string): Finding[] {
  return compare(parseMedia(before), parseMedia(after));
}

function compare(before: ParsedMedia, after: ParsedMedia): Finding[] {
  const found: Finding[] = [];
  const lastBefore = before.segments.at(-1);
  const lastAfter = after.segments.at(-1);
  if (lastBefore === undefined || lastAfter === undefined) return found;
  if (after.sequence < before.sequence) {
    found.push(error('sequence-back', 1, `EXT-X-MEDIA-SEQUENCE went from ${before.sequence} to ${after.sequence}`));
  }
  if (lastAfter.sequence < lastBefore.sequence) {
    found.push(error('removed-at-end', lastAfter.line, `Segment ${lastBefore.sequence} is not there any more`));
  }
  if (after.discontinuitySequence < before.discontinuitySequence) {
    found.push(error('discontinuity-back', 1, 'EXT-X-DISCONTINUITY-SEQUENCE went back'));
  }
  if (after.targetSeconds !== before.targetSeconds && !before.isEnded) {
    found.push(
      warning('target-duration-changed', 1, `It went from ${before.targetSeconds} to ${after.targetSeconds} s`),
    );
  }
  if (after.type !== before.type) found.push(error('playlist-type', 1, 'EXT-X-PLAYLIST-TYPE changed'));
  found.push(...compareShared(before, after));
  const overlap = after.sequence <= lastBefore.sequence;
  if (!overlap) {
    if (!before.isEnded) found.push(warning('refresh-gap', 1, 'Nothing of what was listed is listed any more'));
    // Every tag that was there has gone, and one begins what is new.
    if (after.segments[0]!.discontinuity < lastBefore.discontinuity) {
      found.push(error('discontinuity-sequence', 1, 'Discontinuities that have gone are not counted'));
    }
  } else if (after.sequence > before.sequence && !after.isEnded && !before.isEnded) {
    const left = after.segments.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0);
    if (left < after.targetSeconds * 3 - 0.5) {
      found.push(error('window-too-short', 1, `Segments left although only ${left.toFixed(1)} s remain`));
    }
  }
  const firstNew = after.segments.find(({ sequence }) => sequence > lastBefore.sequence);
  if (before.isEnded && firstNew !== undefined && firstNew.discontinuity <= lastBefore.discontinuity) {
    found.push(error('ended-goes-on', firstNew.line, 'After EXT-X-ENDLIST it goes on without a discontinuity'));
  }
  if (before.isEnded && !after.isEnded && firstNew === undefined) {
    found.push(error('endlist-gone', 1, 'EXT-X-ENDLIST is not there any more, and nothing new came'));
  }
  return found;
}

function compareShared(before: ParsedMedia, after: ParsedMedia): Finding[] {
  const found: Finding[] = [];
  const old = new Map(before.segments.map((segment) => [segment.sequence, segment]));
  for (const segment of after.segments) {
    const was = old.get(segment.sequence);
    if (was === undefined) continue;
    const { line, sequence } = segment;
    if (was.uri !== segment.uri) {
      found.push(error('renumbered', line, `Number ${sequence} was ${was.uri} and is ${segment.uri}`));
    } else if (was.durationSeconds !== segment.durationSeconds) {
      found.push(error('changed', line, `The duration of number ${sequence} changed`));
    }
    if (was.discontinuity !== segment.discontinuity) {
      found.push(
        error(
          'discontinuity-sequence',
          line,
          `Number ${sequence} was after ${was.discontinuity} discontinuities, and is after ${segment.discontinuity}`,
        ),
      );
    }
    if (was.timeMs !== null && segment.timeMs !== null && Math.abs(was.timeMs - segment.timeMs) > 100) {
      found.push(error('changed', line, `The time of number ${sequence} changed`));
    }
  }
  return found;
}
