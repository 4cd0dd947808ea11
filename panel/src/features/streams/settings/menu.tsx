import type { MenuEntry } from '../../../lib/feature.ts';

export const settingsMenu: MenuEntry[] = [];
