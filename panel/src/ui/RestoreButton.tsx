import { Button } from '@mantine/core';
import { Refusable } from './Refusable.tsx';

type Props = { name: string; refused: string | null; busy: boolean; onRestore: () => void };

/** Brings a thing back from its row in the list of deleted ones. */
export function RestoreButton({ name, refused, busy, onRestore }: Props) {
  return (
    <Refusable reason={refused}>
      <Button variant="default" size="compact-xs" aria-label={`Restore ${name}`} loading={busy} onClick={onRestore}>
        Restore
      </Button>
    </Refusable>
  );
}
