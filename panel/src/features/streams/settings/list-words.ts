import { formatCount } from '../../../lib/format.ts';

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `Germany, France and 4 others`. */
export function listWords(names: readonly string[], most = 3): string {
  // One that stands for itself takes no more room than «1 other».
  if (names.length <= most + 1) return conjunction.format(names);
  return conjunction.format([...names.slice(0, most), `${formatCount(names.length - most)} others`]);
}
