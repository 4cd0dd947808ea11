import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Refusable } from './Refusable.tsx';

type Props = {
  refused: string | null;
  onClick: () => void;
  /** It stands in the head of a panel rather than of the page. */
  inPanel?: boolean;
  /** `Create zone`. */
  children: string;
};

/** Opens the dialog that makes another thing of a list. */
export function CreateButton({ refused, onClick, inPanel = false, children }: Props) {
  const look = inPanel ? { variant: 'default', size: 'xs' } : {};
  return (
    <Refusable reason={refused}>
      <Button leftSection={<IconPlus size={inPanel ? 14 : 16} />} onClick={onClick} {...look}>
        {children}
      </Button>
    </Refusable>
  );
}
