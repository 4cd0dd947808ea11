import type { Reply } from '@headwater/contract/lib/route';
import { systemRoutes } from '@headwater/contract/system/routes';
import { useSyncExternalStore } from 'react';
import { ask } from './ask.ts';

export type Settings = Reply<typeof systemRoutes.getSettings>;

/** The name that an installation has while its provider gave it none. */
export const ownName = 'Headwater';

// Kept beyond the session: the sign-in page asks for it, and every screen after it has it without asking again.
const key = 'headwater-provider';
const stored = () => (typeof localStorage === 'undefined' ? null : localStorage.getItem(key));
let name = stored();
const listeners = new Set<() => void>();

function keepProvider(next: string): void {
  if (next === name) return;
  name = next;
  localStorage.setItem(key, next);
  for (const tell of listeners) tell();
}

/** Who offers this panel. */
export const providerName = (): string => name ?? ownName;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useProviderName = (): string => useSyncExternalStore(subscribe, providerName);

/** Whether the provider's name was ever told to this browser. */
export const useProviderKnown = (): boolean => useSyncExternalStore(subscribe, () => name !== null);

/** What the panel must know about this installation; its answer also names the provider. */
export const settingsQuery = () =>
  ask(systemRoutes.getSettings, {}, { check: ({ providerName: told }) => keepProvider(told || ownName) });
