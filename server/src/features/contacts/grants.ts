import type { Permission } from '@headwater/contract/lib/permissions';
import { fieldProblem, Problem } from '../../lib/problem.ts';
import type { Who } from '../../lib/who.ts';

export type Permissions = ReadonlySet<Permission>;

/**
 * Nobody gives or takes what they do not hold themselves.
 * @throws Problem `not_held` on the field `permissions`, when the two sets differ by such a permission.
 */
export function refuseUnheld(who: Pick<Who, 'permissions'>, before: Permissions, after: Permissions): void {
  const unheld = [...before.symmetricDifference(after).difference(who.permissions)];
  if (unheld.length === 0) return;
  throw fieldProblem(
    'not_held',
    'permissions',
    `You can give and take only what you may do yourself, not ${unheld.join(', ')}`,
  );
}

/** Whoever may do more than the caller is neither shut out, let in again nor given another name by them. @throws Problem `not_held`. */
export function refuseMightier(who: Pick<Who, 'permissions'>, held: Permissions): void {
  const unheld = [...held.difference(who.permissions)];
  if (unheld.length === 0) return;
  throw new Problem('not_held', `This contact may do what you may not: ${unheld.join(', ')}. Ask the account holder.`);
}
