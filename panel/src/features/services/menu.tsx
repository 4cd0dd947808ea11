import type { PermissionGroup } from '../../lib/feature.ts';

export const permissions: PermissionGroup[] = [
  {
    label: 'Service pages',
    order: 10,
    permissions: [
      { name: 'services.view', label: 'View services', description: 'See the services and open their dashboards' },
      {
        name: 'services.manage',
        label: 'Manage services',
        description: 'Start a trial, mark favourites, request cancellation',
        forKeys: { label: 'Manage services', description: 'Start a trial, mark favourites' },
      },
    ],
  },
];
