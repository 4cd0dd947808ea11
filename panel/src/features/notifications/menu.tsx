import type { HeaderItem } from '../../lib/feature.ts';
import { NotificationBell } from './NotificationBell.tsx';

export const header: HeaderItem[] = [
  { name: 'notifications', places: ['service-header', 'home-header'], order: 30, component: NotificationBell },
];
