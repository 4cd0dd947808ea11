import { Button } from '@mantine/core';
import { Refusable } from './Refusable.tsx';

type Props = {
  dirty: boolean;
  busy: boolean;
  refused: string | null;
  onUndo: () => void;
  /** Whether there is something to save; as a rule once something was typed. */
  ready?: boolean;
  children?: string;
};

/** Saves a form that stays on its page, or takes back what was typed. */
export function SaveButtons({ dirty, busy, refused, onUndo, ready = dirty, children = 'Save changes' }: Props) {
  return (
    <>
      <Refusable reason={refused}>
        <Button type="submit" loading={busy} disabled={!ready && refused === null}>
          {children}
        </Button>
      </Refusable>
      {dirty && (
        <Button variant="subtle" color="gray" onClick={onUndo}>
          Undo changes
        </Button>
      )}
    </>
  );
}
