import { accountRoutes } from '@headwater/contract/account/routes';
import { IconKey, IconLogout, IconUserEdit } from '@tabler/icons-react';
import type { MenuEntry, PermissionGroup } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  { menu: 'settings', label: 'Edit account details', icon: IconUserEdit, order: 10, to: '/home/my-details' },
  {
    menu: 'settings',
    label: 'Change password',
    icon: IconKey,
    order: 30,
    to: '/home/my-details',
    hash: 'password',
  },
  { menu: 'settings', label: 'Log out', icon: IconLogout, order: 90, to: '/logout' },
  { menu: 'billing', label: 'Edit Profile', icon: IconUserEdit, order: 30, to: '/home/my-details' },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'Account',
    order: 50,
    permissions: [
      {
        name: accountRoutes.updateAccount.access,
        label: 'Edit account details',
        description: 'Change the name and the company of the account',
        accountWide: true,
        forKeys: null,
      },
    ],
  },
];
