import type { HeaderItem } from '../../lib/feature.ts';
import { FeedbackWidget } from './FeedbackWidget.tsx';

export const header: HeaderItem[] = [{ name: 'feedback', places: ['footer'], order: 20, component: FeedbackWidget }];
