import type { Moment, Part, Segment } from './types.ts';
import { targetOf, windowFirstOf } from './window.ts';

/** What counts for ever, also when everything that it counted is gone. `firstPart`: of which something was listed. */
export type Counters = {
  firstPart: number;
  nextPart: number;
  nextNumber: number;
  nextDiscontinuity: number;
  lastEndMs: number;
};

export type SessionTimeline = { sessionId: string; isEnded: boolean; firstPart: number; moments: Moment[] };

export type PartTimeline = {
  part: Part;
  session: SessionTimeline;
  /** Added to what its segments say, where a clock was set back: time never goes back in a stream. */
  shiftMs: number;
  /** By rung: those that wait for the other rungs. */
  waiting: Segment[][];
};

export type StreamTimeline = Counters & {
  streamId: string;
  /** The oldest first. */
  sessions: SessionTimeline[];
  parts: Map<number, PartTimeline>;
  /** Files of what was never listed, to be deleted with the next that are. */
  loose: string[];
};

export function emptyTimeline(streamId: string): StreamTimeline {
  const counters = { firstPart: 0, nextPart: 1, nextNumber: 0, nextDiscontinuity: 0, lastEndMs: 0 };
  return { streamId, ...counters, sessions: [], parts: new Map(), loose: [] };
}

/** Rounding of timestamps; more is time that goes back. */
const jitterMs = 100;

/** When a segment counts as started: as it says, and never before the one before it has ended. */
export function placeInTime(stream: StreamTimeline, place: PartTimeline, rung: number, givenMs: number): number {
  const startedAtMs = givenMs + place.shiftMs;
  const before = place.waiting[rung]?.at(-1) ?? lastMomentOf(place)?.segments[rung];
  if (before === undefined) return Math.max(startedAtMs, stream.lastEndMs);
  const endMs = before.startedAtMs + before.durationSeconds * 1000;
  return startedAtMs < endMs - jitterMs ? endMs : startedAtMs;
}

export function lastMomentOf({ part, session }: PartTimeline): Moment | undefined {
  const last = session.moments.at(-1);
  return last?.part === part ? last : undefined;
}

/** The next number of a part, once each of its rungs has its segment; undefined until then. */
export function nextMoment(stream: StreamTimeline, place: PartTimeline): Moment | undefined {
  const segments = place.waiting.map(([first]) => first);
  if (!segments.every((segment) => segment !== undefined)) return undefined;
  const [best] = segments;
  if (best === undefined) return undefined;
  const { part, session } = place;
  const before = session.moments.at(-1);
  const moment: Moment = {
    number: stream.nextNumber,
    part,
    discontinuity: before?.part === part ? before.discontinuity : stream.nextDiscontinuity,
    startedAtMs: best.startedAtMs,
    endMs: endOf(segments),
    windowFirst: stream.nextNumber,
    targetSeconds: Math.max(before?.targetSeconds ?? 1, part.targetSeconds, ...segments.map(targetOf)),
    segments,
  };
  moment.windowFirst = windowFirstOf(session.moments, moment);
  return moment;
}

/** When the longest of its rungs ends: what a killed encoder left is not as long in all of them. */
export const endOf = (segments: readonly Segment[]): number =>
  segments[0]!.startedAtMs + segments.reduce((most, one) => Math.max(most, one.durationSeconds), 0) * 1000;

/** Puts a moment at the end, as it is on disk by then. */
export function append(stream: StreamTimeline, place: PartTimeline, moment: Moment): void {
  for (const rung of place.waiting) rung.shift();
  place.session.moments.push(moment);
  stream.nextNumber = moment.number + 1;
  stream.nextDiscontinuity = moment.discontinuity + 1;
  stream.lastEndMs = Math.max(stream.lastEndMs, moment.endMs);
}

/** The index of the last moment that had ended by then; -1 where there is none. */
export function lastEndedBy(moments: readonly Moment[], timeMs: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (moments[middle]!.endMs <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
