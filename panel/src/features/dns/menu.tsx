import { dnsRoutes } from '@headwater/contract/dns/routes';
import { IconListDetails, IconWorldShare } from '@tabler/icons-react';
import { lazy } from 'react';
import type { DeployEntry, MenuEntry, PermissionGroup, SearchCategory } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  {
    menu: 'dns',
    label: 'Domains',
    icon: IconWorldShare,
    order: 10,
    to: '/$serviceId/domains',
    access: dnsRoutes.listDomains.access,
  },
  {
    menu: 'dns',
    label: 'DNS records',
    icon: IconListDetails,
    order: 20,
    to: '/$serviceId/dns',
    access: dnsRoutes.getDomain.access,
  },
];

export const deploy: DeployEntry[] = [
  {
    label: 'SimpleDNS domain',
    description: 'Our name servers answer for your domain',
    icon: IconWorldShare,
    order: 40,
    access: dnsRoutes.createDomain.access,
    open: lazy(() => import('./CreateDomainDialog.tsx')),
  },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'DNS',
    order: 30,
    permissions: [
      { name: 'dns.view', label: 'View DNS', description: 'See domains, their records and their statistics' },
      { name: 'dns.manage', label: 'Manage DNS', description: 'Create, change and delete domains and records' },
    ],
  },
];

export const search: SearchCategory[] = [{ name: 'SimpleDNS', icon: IconWorldShare, order: 10 }];
