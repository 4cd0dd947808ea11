import type { MenuModule } from '../lib/feature.ts';
import { registered } from '../lib/registered.ts';

const modules = Object.values(import.meta.glob<MenuModule>('../features/*/menu.tsx', { eager: true }));

const inOrder = <T extends { order: number }>(things: T[]): T[] => things.sort((one, other) => one.order - other.order);

/** What the features register, from wherever it comes in one order. */
export const menu = inOrder(modules.flatMap((module) => module.menu ?? []));
export const deploy = inOrder(modules.flatMap((module) => module.deploy ?? []));
export const header = inOrder(modules.flatMap((module) => module.header ?? []));

registered.permissions = inOrder(modules.flatMap((module) => module.permissions ?? []));
registered.search = inOrder(modules.flatMap((module) => module.search ?? []));
registered.details = inOrder(modules.flatMap((module) => module.details ?? []));
