import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';

type Props = { busy: boolean; onCheck: () => void };

/** Asks the parent zone again, beside what it answered last. */
export function CheckNow({ busy, onCheck }: Props) {
  return (
    <Button variant="default" size="xs" leftSection={<IconRadar2 size={14} />} loading={busy} onClick={onCheck}>
      Check now
    </Button>
  );
}
