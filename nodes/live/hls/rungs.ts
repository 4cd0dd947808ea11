import type { Moment, RungMedia, Segment } from '../segments/types.ts';

export type Shown = { rung: string; segment: Segment; media: RungMedia };

/**
 * A rung as it is at a moment. Where a part has fewer rungs (the stream was not transcoded then, or is not any more), its
 * nearest one stands in: numbers, times and discontinuities stay the same in every playlist, and a player that watches a
 * rung which is gone goes on.
 */
export function shownAt({ part, segments }: Moment, rung: number): Shown {
  const index = Math.min(rung, segments.length - 1);
  const { rung: name, media } = part.rungs[index]!;
  return { rung: name, segment: segments[index]!, media: media! };
}

/** In addresses, `v0` is the best; null for what is no rung. */
export function rungNumber(name: string): number | null {
  const match = /^v([0-9])$/.exec(name);
  return match === null ? null : Number(match[1]);
}
