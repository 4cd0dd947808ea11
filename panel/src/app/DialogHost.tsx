import { useLocation } from '@tanstack/react-router';
import { type ComponentType, createContext, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { useServiceId } from '../lib/current-service.ts';
import type { DialogProps } from '../lib/feature.ts';

type Dialog = ComponentType<DialogProps & { serviceId: number }>;

/** A menu or a drawer gives the focus back a moment after it closes; a dialog that has it by then would lose it. */
const focusReturnsMs = 30;

const OpenDialog = createContext<(dialog: Dialog) => void>(() => {});

/** Opens a dialog that a feature registered. */
export const useOpenDialog = () => useContext(OpenDialog);

/** Holds the dialog that a menu has opened: the menu itself is gone by the time the dialog's code is there. */
export function DialogHost({ children }: { children: ReactNode }) {
  const serviceId = useServiceId();
  const { pathname } = useLocation();
  const [held, setHeld] = useState<{ Dialog: Dialog; opened: boolean } | null>(null);
  const close = () => setHeld((before) => before && { ...before, opened: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the path changes
  useEffect(close, [pathname]);
  return (
    <OpenDialog value={(Dialog) => setTimeout(() => setHeld({ Dialog, opened: true }), focusReturnsMs)}>
      {children}
      {held && (
        <Suspense>
          <held.Dialog serviceId={serviceId} opened={held.opened} onClose={close} />
        </Suspense>
      )}
    </OpenDialog>
  );
}
