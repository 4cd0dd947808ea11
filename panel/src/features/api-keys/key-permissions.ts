import type { Permission } from '@headwater/contract/lib/permissions';
import type { OfferedPermission, PermissionGroup } from '../../lib/feature.ts';

type Groups = readonly PermissionGroup[];

const isForKeys = ({ forKeys }: OfferedPermission) => forKeys !== null;

/** What a key can be allowed, in the words for keys. What only people use is left out. */
export const keyGroups = (groups: Groups): PermissionGroup[] =>
  groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(isForKeys).map((one) => ({ ...one, ...one.forKeys })),
    }))
    .filter(({ permissions }) => permissions.length > 0);

/** Whether a permission is of no use to a key that is limited to services. */
export const isAccountWide = (groups: Groups, name: Permission): boolean =>
  groups.some(({ permissions }) => permissions.some((one) => one.name === name && one.accountWide));
