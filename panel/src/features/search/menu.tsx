import type { HeaderItem } from '../../lib/feature.ts';
import { SearchButton } from './SearchButton.tsx';

export const header: HeaderItem[] = [
  { name: 'search', places: ['service-header', 'home-header'], order: 20, component: SearchButton },
];
