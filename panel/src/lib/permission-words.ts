import type { Permission } from '@headwater/contract/lib/permissions';
import { registered } from './registered.ts';

/** What a permission is called, as the feature that it belongs to says. */
export const permissionLabel = (name: Permission): string =>
  registered.permissions.flatMap(({ permissions }) => permissions).find((one) => one.name === name)?.label ?? name;
