import { activityRoutes } from '@headwater/contract/activity/routes';
import { IconHistory } from '@tabler/icons-react';
import type { MenuEntry, PermissionGroup } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  {
    menu: 'service',
    label: 'Activity log',
    icon: IconHistory,
    order: 80,
    to: '/$serviceId/account/activity-log',
    access: activityRoutes.listActivity.access,
  },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'Activity log',
    order: 80,
    permissions: [
      {
        name: 'activity.view',
        label: 'View the activity log',
        description: 'See who did what in the whole account, and from where',
        accountWide: true,
      },
    ],
  },
];
