import { Button, Group } from '@mantine/core';
import { Refusable } from '../../ui/Refusable.tsx';

type Props = { dirty: boolean; busy: boolean; refused: string | null; onUndo: () => void; what: string };

/** Where a short form is saved. */
export function SaveLine({ dirty, busy, refused, onUndo, what }: Props) {
  return (
    <Group gap="xs">
      <Refusable reason={refused}>
        <Button
          type="submit"
          variant={dirty ? 'filled' : 'default'}
          loading={busy}
          disabled={!dirty && refused === null}
          aria-label={`Save ${what}`}
        >
          Save
        </Button>
      </Refusable>
      {dirty && (
        <Button variant="subtle" color="gray" onClick={onUndo} aria-label={`Undo changes to ${what}`}>
          Undo changes
        </Button>
      )}
    </Group>
  );
}
