import type { StreamTimeline } from './timeline.ts';

/** The clock of counters begins here: they stay small enough for players that count in 32 bits, for decades. */
export const countingSinceMs = Date.UTC(2026, 0, 1);

/** Segments are longer than half a second, and parts than a second, but for a few in a row: no count outruns its clock. */
const partMs = 1;
const numberMs = 500;
const discontinuityMs = 1000;

/**
 * Counters go on from what is stored, and never behind the clock. A stream may have been on another node, or on this one
 * before its disk was lost: caches hold its segments by their parts, and players its numbers. Numbers have no holes within a
 * session.
 */
export function countOn(stream: StreamTimeline, nowMs: number, isNewSession: boolean): void {
  const byClock = (unitMs: number): number => Math.floor((nowMs - countingSinceMs) / unitMs);
  stream.nextPart = Math.max(stream.nextPart, byClock(partMs));
  if (isNewSession) {
    stream.nextNumber = Math.max(stream.nextNumber, byClock(numberMs));
    stream.nextDiscontinuity = Math.max(stream.nextDiscontinuity, byClock(discontinuityMs));
  }
  if (stream.lastEndMs === 0) stream.firstPart = stream.nextPart;
}
