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

const isBelowServices = (name: Permission) => /^(zones|dns|streams|api|activity)\.|^services\.manage$/.test(name);

/** Whoever is newly let into an area of services is let into services as well: it stands below them. */
export function withServices(chosen: readonly Permission[], { value, held }: Choice): Permission[] {
  const enters = chosen.some((name) => isBelowServices(name) && !value.includes(name));
  return inOrder(enters && held.includes('services.view') ? [...chosen, 'services.view'] : chosen);
}

/** Whether a contact would have an area that they have no way to. */
export const isShutOut = (value: readonly Permission[]): boolean =>
  value.some(isBelowServices) && !value.includes('services.view');

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
