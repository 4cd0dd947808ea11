import { lazy } from 'react';
import type { DetailsPanel } from '../../lib/feature.ts';

const TwoStepPanel = lazy(async () => ({ default: (await import('./TwoStepPanel.tsx')).TwoStepPanel }));

export const details: DetailsPanel[] = [{ name: 'Two-step sign-in', order: 10, component: TwoStepPanel }];
