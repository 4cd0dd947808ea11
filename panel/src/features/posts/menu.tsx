import { IconHelpCircle, IconNews } from '@tabler/icons-react';
import type { MenuEntry } from '../../lib/feature.ts';

export const menu: MenuEntry[] = [
  { menu: 'help', label: 'Blogs', icon: IconNews, order: 30, href: ({ links }) => links.blog },
  { menu: 'help', label: 'Help Center', icon: IconHelpCircle, order: 40, href: ({ links }) => links.helpCenter },
];
