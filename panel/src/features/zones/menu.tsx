import { zoneRoutes } from '@headwater/contract/zones/routes';
import { IconWorldDown, IconWorldWww } from '@tabler/icons-react';
import { lazy } from 'react';
import type { DeployEntry, MenuEntry, PermissionGroup, SearchCategory } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  {
    menu: 'zones',
    label: 'HTTP pull',
    icon: IconWorldWww,
    order: 10,
    to: '/$serviceId/zones/http/pull',
    access: zoneRoutes.listZones.access,
  },
];

export const deploy: DeployEntry[] = [
  {
    label: 'HTTP pull zone',
    description: 'Fetches files from your web server and serves them from the edges',
    icon: IconWorldDown,
    order: 10,
    access: zoneRoutes.createZone.access,
    open: lazy(() => import('./CreateZoneDialog.tsx')),
  },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'Zones',
    order: 20,
    permissions: [
      { name: 'zones.view', label: 'View zones', description: 'See zones, their traffic and their purges' },
      { name: 'zones.manage', label: 'Manage zones', description: 'Create, change, purge and delete zones' },
    ],
  },
];

export const search: SearchCategory[] = [{ name: 'Pull Zones', icon: IconWorldWww, order: 20 }];
