import type { Delegation } from '@headwater/contract/dns/domain';
import type { ParentSays } from '../../../lib/parent-zone.ts';
import type { SeenDelegation } from '../domains/store.ts';

/** What is known of a domain's delegation once its parent has been asked again. */
export function judge(
  before: SeenDelegation,
  says: ParentSays,
  ours: readonly string[],
  now: Date,
): SeenDelegation & Required<Pick<SeenDelegation, 'state'>> {
  const at = now.toISOString();
  if ('problem' in says && says.problem === 'unreachable') {
    // What was seen before still stands; that nobody could be asked says nothing of the domain.
    const state = before.state === 'confirmed' ? 'confirmed' : 'unreachable';
    return { ...before, state, checkedAt: at, dsUnreachable: true };
  }
  const nameservers = 'problem' in says ? [] : says.nameservers.toSorted();
  const ds = 'problem' in says ? [] : says.ds;
  const state = stateOf(nameservers, ours);
  const isOurs = state === 'delegated' || state === 'partly';
  return {
    // An operator's word stands until the parent itself names our servers.
    state: before.state === 'confirmed' && !isOurs ? 'confirmed' : state,
    isOurs: isOurs || before.state === 'confirmed',
    nameservers,
    checkedAt: at,
    ...((isOurs || before.seenAt) && { seenAt: isOurs ? at : before.seenAt! }),
    ds,
    dsCheckedAt: at,
    dsUnreachable: false,
  };
}

function stateOf(nameservers: readonly string[], ours: readonly string[]): Delegation['state'] {
  if (nameservers.length === 0) return 'missing';
  const ownOnes = nameservers.filter((name) => ours.includes(name));
  if (ownOnes.length === 0) return 'elsewhere';
  return ownOnes.length === nameservers.length ? 'delegated' : 'partly';
}
