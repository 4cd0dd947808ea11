import { type Permission, permissions } from '@headwater/contract/lib/permissions';
import { registered } from '../../lib/registered.ts';

type Choice = {
  /** What the contact holds so far. */
  value: readonly Permission[];
  /** What the person who chooses holds: all else stays as it is. */
  held: readonly Permission[];
};

export const offeredPermissions = (): Permission[] =>
  registered.permissions.flatMap((group) => group.permissions.map(({ name }) => name));

const isView = (name: Permission) => name.endsWith('.view');

/** The choice with everything that is offered, or with what only looks. */
export function applyPreset(
  preset: 'view' | 'everything',
  { value, held }: Choice,
  offered: readonly Permission[],
): Permission[] {
  const untouchable = value.filter((name) => !held.includes(name) || !offered.includes(name));
  const wanted = offered.filter((name) => held.includes(name) && (preset === 'everything' || isView(name)));
  return inOrder([...untouchable, ...wanted]);
}

/** Each once, in the product's order: the same choice is the same list. */
export const inOrder = (chosen: readonly Permission[]): Permission[] =>
  permissions.filter((name) => chosen.includes(name));

/** What someone may do, in a few words. */
export function summariseChoice(
  value: readonly Permission[],
  offered: readonly Permission[],
  labelOf: (name: Permission) => string,
): string {
  if (value.length === 0) return 'None';
  if (offered.every((name) => value.includes(name))) return 'Everything';
  if (value.every(isView) && offered.filter(isView).every((name) => value.includes(name))) return 'View only';
  return value.map(labelOf).join(', ');
}
