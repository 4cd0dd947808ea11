import type { Screen, ScreensModule, Topics } from '../lib/feature.ts';

const modules = Object.values(import.meta.glob<ScreensModule>('../features/*/screens.ts', { eager: true }));

/** Every screen that a feature registers. */
export const screens: readonly Screen[] = modules.flatMap((module) => module.screens ?? []);

/** What the features know of each topic. Several may show what one topic tells about. */
export const topics: readonly Topics[] = modules.map((module) => module.topics ?? {});

/** The dialog that asks for the password once more. */
export const passwordDialog = modules.find((module) => module.passwordDialog)?.passwordDialog;
