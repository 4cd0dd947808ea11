import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  onCancel: () => void;
  cancel?: string;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** The verb and its object: `Create filter`. */
  children: ReactNode;
};

/** The end of a dialog's form: leave it, or do what it is about. */
export function DialogButtons(props: Props) {
  const { onCancel, cancel = 'Cancel', busy = false, disabled = false, danger = false, children } = props;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" color={danger ? 'red' : 'spring'} disabled={disabled} loading={busy}>
        {children}
      </Button>
    </Group>
  );
}
