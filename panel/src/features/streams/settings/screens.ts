import type { Screen, Topics } from '../../../lib/feature.ts';

export const settingsScreens: Screen[] = [];

export const settingsTopics: Topics = {};
