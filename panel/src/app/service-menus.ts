import type { MenuName } from '../lib/feature.ts';

type Named = { name: MenuName; label: string };

/** The menus of the service header, in the order of the header; Deploy Now stands between the two lists. */
export const placeMenus: readonly Named[] = [
  { name: 'zones', label: 'Zones' },
  { name: 'live', label: 'Live' },
  { name: 'video', label: 'Video' },
  { name: 'dns', label: 'DNS' },
  { name: 'service', label: 'Settings' },
];
export const toolMenus: readonly Named[] = [
  { name: 'analytics', label: 'Analytics' },
  { name: 'tools', label: 'Tools' },
  { name: 'cloud-storage', label: 'Cloud Storage' },
];

/** The menus of the account's header. */
export const homeMenus: readonly Named[] = [
  { name: 'settings', label: 'Settings' },
  { name: 'help', label: 'Help' },
  { name: 'billing', label: 'Billing' },
];
