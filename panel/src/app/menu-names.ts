import type { MenuName } from '../lib/feature.ts';

export const menuLabels: Record<MenuName, string> = {
  zones: 'Zones',
  live: 'Live',
  video: 'Video',
  dns: 'DNS',
  service: 'Settings',
  analytics: 'Analytics',
  tools: 'Tools',
  'cloud-storage': 'Cloud Storage',
  settings: 'Settings',
  help: 'Help',
  billing: 'Billing',
};

/** The menus of a service in the order of its header; Deploy Now stands between the two lists. */
export const placeMenus = ['zones', 'live', 'video', 'dns', 'service'] as const satisfies MenuName[];
export const toolMenus = ['analytics', 'tools', 'cloud-storage'] as const satisfies MenuName[];

/** The menus of the account. */
export const homeMenus = ['settings', 'help', 'billing'] as const satisfies MenuName[];
