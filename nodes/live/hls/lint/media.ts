import { error, type Finding, warning } from './findings.ts';
import { type ParsedMedia, parseMedia } from './parse.ts';
import { lintText } from './text.ts';

/** What a time may differ from the durations before it. */
const toleranceMs = 500;

/** A playlist of segments by itself. */
export function lintMedia(text: string): Finding[] {
  const media = parseMedia(text);
  const found = [...lintText(media.lines, media.tags), ...lintHead(media), ...lintSegments(media), ...lintSkip(media)];
  for (const { name, line } of media.loose) found.push(error('uri', line, `No address follows ${name}`));
  return found;
}

function lintHead(media: ParsedMedia): Finding[] {
  const { tags, segments, isEnded, type, version, targetSeconds } = media;
  const found: Finding[] = [];
  const lineOf = (name: string): number => tags.find((tag) => tag.name === name)?.line ?? 0;
  if (!Number.isInteger(targetSeconds) || targetSeconds < 1) {
    found.push(
      error('target-duration', lineOf('EXT-X-TARGETDURATION'), 'EXT-X-TARGETDURATION is missing or no number'),
    );
  }
  for (const name of ['EXT-X-MEDIA-SEQUENCE', 'EXT-X-DISCONTINUITY-SEQUENCE']) {
    const tag = tags.find((one) => one.name === name);
    if (tag === undefined) {
      found.push(
        error(name === 'EXT-X-MEDIA-SEQUENCE' ? 'media-sequence' : 'discontinuity-sequence', 1, `${name} is missing`),
      );
    } else if (!/^[0-9]+$/.test(tag.value) || tag.line > (segments[0]?.line ?? Number.POSITIVE_INFINITY)) {
      const rule = name === 'EXT-X-MEDIA-SEQUENCE' ? 'media-sequence' : 'discontinuity-sequence';
      found.push(error(rule, tag.line, `${name} is no number, or not before the segments`));
    }
  }
  if (lineOf('EXT-X-INDEPENDENT-SEGMENTS') === 0) {
    found.push(warning('independent-segments', 1, 'EXT-X-INDEPENDENT-SEGMENTS is missing'));
  }
  const variant = lineOf('EXT-X-STREAM-INF');
  if (variant > 0) found.push(error('mixed', variant, 'EXT-X-STREAM-INF has no place among segments'));
  if (version < 3) found.push(error('version', lineOf('EXT-X-VERSION'), 'Durations with fractions need version 3'));
  if (media.skipped > 0 && version < 9) {
    found.push(error('version', lineOf('EXT-X-VERSION'), 'EXT-X-SKIP needs version 9'));
  }
  const gap = lineOf('EXT-X-GAP');
  if (gap > 0 && version < 8) found.push(error('version', gap, 'EXT-X-GAP needs version 8'));
  if (segments.length === 0) found.push(error('no-segments', 1, 'There is no segment'));
  if (type !== null && type !== 'VOD' && type !== 'EVENT') {
    found.push(error('playlist-type', lineOf('EXT-X-PLAYLIST-TYPE'), 'The type is neither VOD nor EVENT'));
  }
  if (type === 'VOD' && !isEnded) found.push(error('vod-endlist', 1, 'A VOD playlist has no EXT-X-ENDLIST'));
  return found;
}

function lintSegments({ segments, targetSeconds, skipped }: ParsedMedia): Finding[] {
  const found: Finding[] = [];
  const uris = new Set<string>();
  let expectedMs: number | null = null;
  segments.forEach((segment, at) => {
    const { line, uri, durationSeconds, toldMs, timeMs, hasDiscontinuityTag } = segment;
    if (uris.has(uri)) found.push(error('duplicate-uri', line, `${uri} is listed twice`));
    uris.add(uri);
    if (durationSeconds === null || !(durationSeconds > 0)) {
      found.push(error('extinf', line, 'EXTINF is missing, no number, or nothing'));
    } else if (Math.round(durationSeconds) > targetSeconds) {
      found.push(
        error('target-duration-exceeded', line, `${durationSeconds} s is above the target of ${targetSeconds} s`),
      );
    }
    if (toldMs !== null && Number.isNaN(toldMs)) {
      found.push(error('program-date-time', line, 'EXT-X-PROGRAM-DATE-TIME is no time'));
    } else if (toldMs === null && at === 0 && skipped === 0) {
      found.push(error('program-date-time', line, 'The first segment does not tell its time'));
    } else if (toldMs === null && hasDiscontinuityTag) {
      found.push(error('program-date-time', line, 'A segment after a discontinuity does not tell its time'));
    }
    if (timeMs !== null && expectedMs !== null) {
      if (timeMs < expectedMs - toleranceMs) {
        found.push(error('time-back', line, `It starts ${seconds(expectedMs - timeMs)} before the one before it ends`));
      } else if (timeMs > expectedMs + toleranceMs && !hasDiscontinuityTag) {
        found.push(error('time-jump', line, `It starts ${seconds(timeMs - expectedMs)} late, without a discontinuity`));
      }
    }
    if (timeMs !== null) expectedMs = timeMs + (durationSeconds ?? 0) * 1000;
  });
  return found;
}

function lintSkip({ tags, segments, canSkipUntil, skipped, targetSeconds, isEnded }: ParsedMedia): Finding[] {
  const found: Finding[] = [];
  const control = tags.find(({ name }) => name === 'EXT-X-SERVER-CONTROL');
  const skip = tags.find(({ name }) => name === 'EXT-X-SKIP');
  if (control !== undefined && canSkipUntil !== null && !(canSkipUntil >= targetSeconds * 6)) {
    found.push(error('can-skip-until', control.line, 'CAN-SKIP-UNTIL is below six target durations'));
  }
  if (skip === undefined) return found;
  if (canSkipUntil === null) found.push(error('skip', skip.line, 'There is no CAN-SKIP-UNTIL'));
  if (!Number.isInteger(skipped) || skipped < 1) found.push(error('skip', skip.line, 'SKIPPED-SEGMENTS is no number'));
  const sent = segments.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0);
  if (sent < (canSkipUntil ?? 0) - 0.01) {
    found.push(error('skip', skip.line, 'Segments are skipped that CAN-SKIP-UNTIL promises'));
  }
  if (isEnded) found.push(warning('skip', skip.line, 'Nothing should be left out of what has ended'));
  return found;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;
