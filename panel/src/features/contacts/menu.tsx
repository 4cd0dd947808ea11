import { contactRoutes } from '@headwater/contract/contacts/routes';
import { IconUsers } from '@tabler/icons-react';
import type { MenuEntry, PermissionGroup } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  {
    menu: 'settings',
    label: 'Contacts / sub-accounts',
    icon: IconUsers,
    order: 20,
    to: '/home/contacts',
    access: contactRoutes.listContacts.access,
  },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'Contacts',
    order: 60,
    permissions: [
      {
        name: contactRoutes.listContacts.access,
        label: 'Manage contacts',
        description: 'Invite, change, suspend and remove contacts, within what one may do oneself',
        accountWide: true,
        forKeys: { label: 'View contacts', description: 'See the contacts and what each of them may do' },
      },
    ],
  },
];
