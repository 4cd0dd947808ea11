import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasterWanted } from './toast.ts';

const Toaster = lazy(() => import('./Toaster.tsx'));

/** Where toasts appear, once there is one. */
export function ToastSlot() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
