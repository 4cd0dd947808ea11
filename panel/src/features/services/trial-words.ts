const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When a trial ends, in words; null for what is no trial. */
export function trialWords(trialEndsAt: string | null, now: number): string | null {
  if (trialEndsAt === null) return null;
  const leftMs = Date.parse(trialEndsAt) - now;
  if (leftMs <= 0) return 'Trial has ended';
  if (leftMs <= hourMs) return 'Trial ends within an hour';
  if (leftMs <= dayMs) return `Trial ends in ${Math.ceil(leftMs / hourMs)} hours`;
  const days = Math.ceil(leftMs / dayMs);
  return `Trial ends in ${days} days`;
}
