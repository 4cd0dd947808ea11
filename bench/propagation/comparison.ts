import { percentile } from '../lib/rounds.ts';
import type { Section } from '../lib/section.ts';

type Contestant = 'ours' | 'bare';

/** Times of two ways to bring about the same, each from its answer and from when it was asked, in milliseconds. */
export class Comparison {
  readonly #fromAnswer: Record<Contestant, number[]> = { ours: [], bare: [] };
  readonly #fromAsking: Record<Contestant, number[]> = { ours: [], bare: [] };

  /** @param seen waits for the effect and says how long after its call the request went out that showed it. */
  async time(who: Contestant, ask: () => Promise<unknown>, seen: () => Promise<number>): Promise<void> {
    const askedAt = performance.now();
    await ask();
    const answeredMs = performance.now() - askedAt;
    const seenMs = await seen();
    this.#fromAnswer[who].push(seenMs);
    this.#fromAsking[who].push(answeredMs + seenMs);
  }

  rows(fromAnswer: string, fromAsking: string): Section['rows'] {
    // The edge often serves a change before our answer is out: then the time from the answer is 0 and has no ratio.
    return [describe(fromAnswer, this.#fromAnswer), describe(fromAsking, this.#fromAsking)];
  }
}

function describe(what: string, { ours, bare }: Record<Contestant, number[]>): Section['rows'][number] {
  const [p50, p95] = [percentile(ours, 0.5), percentile(ours, 0.95)];
  const [bare50, bare95] = [percentile(bare, 0.5), percentile(bare, 0.95)];
  return {
    what,
    value: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    against: `commit + NOTIFY + socket write: p50 ${bare50.toFixed(1)} ms, p95 ${bare95.toFixed(1)} ms`,
    ratio: p95 / bare95,
    mark: 'recorded',
    note: 'ratio of the p95',
  };
}
