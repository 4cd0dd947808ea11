import type { HeaderItem } from '../../lib/feature.ts';
import { BetaToggle } from './BetaToggle.tsx';

export const header: HeaderItem[] = [{ name: 'beta-toggle', places: ['footer'], order: 10, component: BetaToggle }];
