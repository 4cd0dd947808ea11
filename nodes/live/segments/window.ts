import type { Moment, Segment } from './types.ts';

/** What players begin with: enough to buffer, not more than a viewer wants to be late. */
export const windowSegments = 6;
/** By the rule of the format: nothing may leave a live playlist that would be shorter without it. */
export const windowTargets = 3;

/** Durations are rounded before they are compared with the target duration. */
export const targetOf = ({ durationSeconds }: Segment): number => Math.max(1, Math.round(durationSeconds));

/**
 * Where the live window begins that ends with `last`: within its session, never before where it began so far, and as late
 * as leaves enough in it.
 */
export function windowFirstOf(moments: readonly Moment[], last: Moment): number {
  const before = moments.at(-1);
  if (before === undefined) return last.number;
  const oldest = moments[0]!.number;
  const at = (number: number): Moment => (number === last.number ? last : moments[number - oldest]!);
  let first = Math.max(before.windowFirst, oldest);
  let seconds = 0;
  for (let number = first; number <= last.number; number++) seconds += shortestOf(at(number));
  for (;;) {
    seconds -= shortestOf(at(first));
    if (last.number - first < windowSegments || seconds < windowTargets * last.targetSeconds) return first;
    first++;
  }
}

/** In any of its rungs: each has its own playlist. */
const shortestOf = ({ segments }: Moment): number =>
  segments.reduce((least, { durationSeconds }) => Math.min(least, durationSeconds), Number.POSITIVE_INFINITY);
