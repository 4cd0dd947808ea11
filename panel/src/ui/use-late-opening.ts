import { useEffect, useState } from 'react';

/**
 * Whether a dialog is to be shown whose module may arrive after the press that asked for it: one that is born open would
 * not know which control to give the focus back to.
 */
export function useLateOpening(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown;
}
