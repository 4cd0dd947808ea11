import { useState } from 'react';

/** Which records are meant: these, or all that the domain has. */
export type Meant = readonly string[] | 'all';

export type Dialog =
  | { kind: 'form'; id: string | null; copyOf?: string }
  | { kind: 'delete'; ids: Meant }
  | { kind: 'ttl'; ids: readonly string[] }
  | { kind: 'copy'; ids: readonly string[] }
  | { kind: 'dynamic'; id: string }
  | { kind: 'import' };

type Answer = {
  /** The one that was opened last: it stays while it closes. */
  dialog: Dialog | null;
  opened: boolean;
  /** Another number for each opening, so that each begins afresh. */
  opening: number;
  open: (dialog: Dialog) => void;
  close: () => void;
};

/** One dialog at a time. */
export function useDialog(): Answer {
  const [state, setState] = useState<Pick<Answer, 'dialog' | 'opened' | 'opening'>>({
    dialog: null,
    opened: false,
    opening: 0,
  });
  return {
    ...state,
    open: (dialog) => setState(({ opening }) => ({ dialog, opened: true, opening: opening + 1 })),
    close: () => setState((before) => ({ ...before, opened: false })),
  };
}
