import { reasonWords } from '@headwater/contract/streams/reasons';
import type { StreamSession } from '@headwater/contract/streams/schema';

/** Why it ended or was refused, in words. `Refused` stands in the state already. */
export function whyWords({ reason, state }: Pick<StreamSession, 'reason' | 'state'>): string {
  if (reason === null) return '';
  const words = reasonWords[reason];
  if (state !== 'refused') return words;
  const short = words.replace(/^Refused: /, '');
  return short.charAt(0).toUpperCase() + short.slice(1);
}
