import { Group } from '@mantine/core';
import { SaveButtons } from '../../ui/SaveButtons.tsx';

type Props = { dirty: boolean; busy: boolean; refused: string | null; onUndo: () => void; what: string };

/** Where a short form is saved. */
export function SaveLine(props: Props) {
  return (
    <Group gap="xs">
      <SaveButtons {...props}>Save</SaveButtons>
    </Group>
  );
}
