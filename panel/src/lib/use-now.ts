import { useSyncExternalStore } from 'react';

// One clock for the whole page, so that every «how long ago» turns in the same moment.
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, refreshed every five seconds. */
export function useNow(): number {
  if (listeners.size === 0) now = Date.now();
  return useSyncExternalStore(subscribe, () => now);
}
