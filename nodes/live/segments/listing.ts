import type { SessionTimeline, StreamTimeline } from './timeline.ts';
import type { ListedSegment, Moment, SessionRange, Stretch } from './types.ts';

/** Segments of a rung whose files are there. */
export function list(stream: StreamTimeline | undefined, rung: string, stretch: Stretch): ListedSegment[] {
  const moments = stream?.sessions.flatMap((session) => session.moments) ?? [];
  if ('lastN' in stretch) return stretch.lastN <= 0 ? [] : pick(moments, rung).slice(-stretch.lastN);
  const { fromMs = Number.NEGATIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY } = stretch;
  return pick(
    moments.filter(({ startedAtMs, endMs }) => endMs > fromMs && startedAtMs < untilMs),
    rung,
  );
}

/** Of the best rung of each part, unless another one is named. */
export const listSession = (session: SessionTimeline | undefined, rung?: string): ListedSegment[] =>
  pick(session?.moments ?? [], rung);

function pick(moments: readonly Moment[], rung: string | undefined): ListedSegment[] {
  return moments.flatMap(({ number, part, segments }) => {
    const index = rung === undefined ? 0 : part.rungs.findIndex((one) => one.rung === rung);
    const segment = segments[index];
    const media = part.rungs[index]?.media;
    if (segment === undefined || segment.gap || !media) return [];
    const { gap: _, ...rest } = segment;
    return [{ ...rest, number, part: part.part, media }];
  });
}

export function rangeOf(streamId: string, { sessionId, isEnded, moments }: SessionTimeline): SessionRange | null {
  const first = moments[0];
  const last = moments.at(-1);
  if (first === undefined || last === undefined) return null;
  const best = moments.map(({ segments }) => segments[0]!).filter(({ gap }) => !gap);
  return {
    streamId,
    sessionId,
    isEnded,
    firstNumber: first.number,
    lastNumber: last.number,
    startedAtMs: first.startedAtMs,
    endMs: last.endMs,
    durationSeconds: best.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    sizeBytes: best.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}
