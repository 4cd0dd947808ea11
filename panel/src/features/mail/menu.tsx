import { mailRoutes } from '@headwater/contract/mail/routes';
import { IconMail } from '@tabler/icons-react';
import type { MenuEntry, PermissionGroup } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  {
    menu: 'settings',
    label: 'Email history',
    icon: IconMail,
    order: 40,
    to: '/home/my-emails',
    access: mailRoutes.listEmails.access,
  },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'E-mail',
    order: 70,
    permissions: [
      {
        name: mailRoutes.listEmails.access,
        label: 'View email history',
        description: 'Read the messages that were sent to the people of the account',
        accountWide: true,
      },
    ],
  },
];
