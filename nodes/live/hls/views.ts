import { lastEndedBy, type SessionTimeline, type StreamTimeline } from '../segments/timeline.ts';
import type { Moment } from '../segments/types.ts';

/**
 * Which stretch of a stream a playlist shows. Every view shows moments of one session: time and target durations hold
 * together within it, and nobody who comes to a new broadcast is shown the last one.
 */
export type View = {
  session: SessionTimeline;
  /** Indexes into the session's moments, both included. */
  from: number;
  to: number;
  /** Nothing more will come. */
  isEnded: boolean;
  kind: 'window' | 'rewind' | 'vod';
};

export type ViewRules = { rewindSeconds: number; delaySeconds: number };

/** What viewers see now: the newest, or what was the newest `delaySeconds` ago. Null while there is nothing, or not any more. */
export function liveView(stream: StreamTimeline | undefined, rules: ViewRules, nowMs: number): View | null {
  const timeMs = timeOf(stream, nowMs);
  const end = endOf(stream, rules.delaySeconds === 0 ? Number.POSITIVE_INFINITY : timeMs - rules.delaySeconds * 1000);
  if (end === null || isOver(end.session, reachMs(rules, timeMs))) return null;
  const { moments } = end.session;
  return { ...end, from: indexOf(moments, moments[end.to]!.windowFirst), kind: 'window' };
}

/** As far back as viewers may go within the broadcast; null where they may not. */
export function rewindView(stream: StreamTimeline | undefined, rules: ViewRules, nowMs: number): View | null {
  if (rules.rewindSeconds === 0) return null;
  const live = liveView(stream, rules, nowMs);
  if (live === null) return null;
  const { moments } = live.session;
  const reach = lastEndedBy(moments, moments[live.to]!.endMs - rules.rewindSeconds * 1000) + 1;
  return { ...live, from: Math.min(reach, live.from), kind: 'rewind' };
}

/** A session as something that is over, from the first to the last that is there. */
export function sessionView(stream: StreamTimeline | undefined, sessionId: string): View | null {
  const session = stream?.sessions.find((one) => one.sessionId === sessionId);
  if (session === undefined || session.moments.length === 0) return null;
  return { session, from: 0, to: session.moments.length - 1, isEnded: true, kind: 'vod' };
}

/** Since when viewers can go back now. */
export function rewindableFromMs(stream: StreamTimeline | undefined, rules: ViewRules, nowMs: number): number | null {
  const view = rewindView(stream, rules, nowMs);
  return view === null ? null : view.session.moments[view.from]!.startedAtMs;
}

/** What players may still fetch of what has just left their playlist. */
const graceMs = 120_000;

/** What ended before is in no view any more: `prune` may have it. */
export function neededFromMs(stream: StreamTimeline | undefined, rules: ViewRules, nowMs: number): number {
  const shown = (view: View | null): number => view?.session.moments[view.from]?.endMs ?? Number.POSITIVE_INFINITY;
  // After a pause of a live session, what viewers see may be older than that.
  return Math.min(
    reachMs(rules, timeOf(stream, nowMs)),
    shown(liveView(stream, rules, nowMs)),
    shown(rewindView(stream, rules, nowMs)),
  );
}

const reachMs = ({ rewindSeconds, delaySeconds }: ViewRules, timeMs: number): number =>
  timeMs - (rewindSeconds + delaySeconds) * 1000 - graceMs;

/** A clock that was set back does not undo what came. */
const timeOf = (stream: StreamTimeline | undefined, nowMs: number): number => Math.max(nowMs, stream?.lastEndMs ?? 0);

/** What ended stays for as long as viewers may go back, as a whole: a list that has its end does not change. */
const isOver = ({ isEnded, moments }: SessionTimeline, keptFromMs: number): boolean =>
  isEnded && moments.at(-1)!.endMs < keptFromMs;

type End = Pick<View, 'session' | 'to' | 'isEnded'>;

function endOf(stream: StreamTimeline | undefined, untilMs: number): End | null {
  const session = stream?.sessions.findLast(({ moments }) => moments.length > 0 && moments[0]!.endMs <= untilMs);
  if (session === undefined) return null;
  const newest = session.moments.length - 1;
  const to = untilMs === Number.POSITIVE_INFINITY ? newest : lastEndedBy(session.moments, untilMs);
  return { session, to, isEnded: session.isEnded && to === newest };
}

/** Numbers count without holes within a session; what was pruned is missing at the front. */
const indexOf = (moments: readonly Moment[], number: number): number => Math.max(0, number - moments[0]!.number);
