import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Refusable } from './Refusable.tsx';

type Props = {
  dirty: boolean;
  busy: boolean;
  refused: string | null;
  onUndo: () => void;
  /** Whether there is something to save; as a rule once something was typed. */
  ready?: boolean;
  /** Which of several forms of a page it saves, for the buttons' names. */
  what?: string;
  children?: string;
};

/** For a button with nothing to do: it keeps the focus, which leaves one that is disabled. */
const resting = {
  'data-disabled': true,
  'aria-disabled': true,
  onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
};

/** Saves a form that stays on its page, or takes back what was typed. Both keep their places, whatever there is to do. */
export function SaveButtons(props: Props) {
  const { dirty, busy, refused, onUndo, ready = dirty, what, children = 'Save changes' } = props;
  const save = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!busy) return;
    const button = save.current;
    // While it saves the button is disabled, and the focus has gone to the page.
    return () => {
      if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    };
  }, [busy]);
  return (
    <>
      <Refusable reason={refused}>
        <Button
          ref={save}
          type="submit"
          loading={busy}
          aria-label={what && `${children} ${what}`}
          {...(!ready && refused === null && resting)}
        >
          {children}
        </Button>
      </Refusable>
      {refused === null && (
        <Button
          variant="subtle"
          color="gray"
          aria-label={what && `Undo changes to ${what}`}
          {...(dirty ? { onClick: onUndo } : { ...resting, bg: 'transparent' })}
        >
          Undo changes
        </Button>
      )}
    </>
  );
}
