/** The middle value; of two, their mean. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which this share of them lies. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/**
 * Measures several contestants in turn, again and again, so that whatever else the machine does hits all of them.
 * @returns each contestant's measurements, in the order of the rounds.
 */
export async function takeTurns<Name extends string>(
  contestants: Record<Name, () => Promise<number>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    // Turned around every other round: the first one after a pause has an advantage.
    for (const name of round % 2 ? names.toReversed() : names) results[name].push(await contestants[name]());
  }
  return results;
}

/** The median of the per-round ratios: each compares what ran side by side. */
export const ratioOf = (ours: number[], theirs: number[]) => median(ours.map((value, round) => value / theirs[round]!));
