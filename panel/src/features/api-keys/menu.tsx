import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import { IconKey } from '@tabler/icons-react';
import type { MenuEntry, PermissionGroup } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  {
    menu: 'service',
    label: 'API',
    icon: IconKey,
    order: 70,
    to: '/$serviceId/account/api',
    access: apiKeyRoutes.listApiKeys.access,
  },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'API keys',
    order: 70,
    permissions: [
      {
        name: 'api.view',
        label: 'View API keys',
        description: "See the account's keys and when they were used",
        accountWide: true,
      },
      {
        name: 'api.manage',
        label: 'Manage API keys',
        description: 'Create keys and revoke any of them',
        accountWide: true,
        forKeys: null,
      },
    ],
  },
];
