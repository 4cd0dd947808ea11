import { IconAccessPoint, IconShield } from '@tabler/icons-react';
import type { MenuEntry } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  {
    menu: 'help',
    label: 'Live Origin IPs',
    icon: IconAccessPoint,
    order: 10,
    to: '/home/ip-ranges',
    hash: 'live-origin',
  },
  {
    menu: 'help',
    label: 'Origin Shield IPs',
    icon: IconShield,
    order: 20,
    to: '/home/ip-ranges',
    hash: 'origin-shield',
  },
];
