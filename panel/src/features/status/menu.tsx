import type { HeaderItem } from '../../lib/feature.ts';
import { StatusLink } from './StatusLink.tsx';

export const header: HeaderItem[] = [
  { name: 'service-status', places: ['home-header', 'side-foot'], order: 10, component: StatusLink },
];
