import { etagOf } from '@headwater/contract/lib/revision';
import { Problem } from './problem.ts';

/**
 * Refuses a change that was made while looking at an older version. Asked inside the transaction that locked the row.
 * @param ifMatch the request's `If-Match`; without one, and with `*`, the last change wins.
 */
export function refuseStale(ifMatch: string | null, revision: number): void {
  if (etagMatches(ifMatch, revision)) return;
  throw new Problem('stale', 'Somebody else changed this in the meantime. Look at it again before you save.');
}

/** Whether the request's `If-Match`, if there is one, names this revision. */
export function etagMatches(ifMatch: string | null, revision: number): boolean {
  if (ifMatch === null || ifMatch === '*') return true;
  const accepted = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return accepted.includes(etagOf(revision));
}
