import type { ImportLine, ImportPlan } from '@headwater/contract/dns/transfer-routes';
import { formatCount } from '../../../lib/format.ts';

export const actions = ['add', 'change', 'remove', 'skip', 'keep'] as const satisfies ImportLine['action'][];
export type Action = (typeof actions)[number];

/** What an import does with a record: before, and once it is done. */
const actionWords: Record<Action, { will: string; did: string }> = {
  add: { will: 'Add', did: 'added' },
  change: { will: 'Change', did: 'changed' },
  remove: { will: 'Remove', did: 'removed' },
  skip: { will: 'Skip', did: 'skipped' },
  keep: { will: 'Keep', did: 'kept' },
};

/** `Skip`, or once it is done `Skipped`. */
export function wordOf(action: Action, isDone: boolean): string {
  const { will, did } = actionWords[action];
  return isDone ? `${did.charAt(0).toUpperCase()}${did.slice(1)}` : will;
}

/** `Imported: 12 added, 1 changed, 2 skipped`. */
export function importWords({ counts }: Pick<ImportPlan, 'counts'>): string {
  const parts = actions.filter((action) => action !== 'keep' && counts[action] > 0);
  const words = parts.map((action) => `${formatCount(counts[action])} ${actionWords[action].did}`);
  return words.length === 0 ? 'Imported: nothing was different' : `Imported: ${words.join(', ')}`;
}

/** Whether an import would leave everything as it is. */
export const isIdle = ({ counts }: Pick<ImportPlan, 'counts'>): boolean =>
  counts.add + counts.change + counts.remove === 0;
