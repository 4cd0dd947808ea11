import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  /** What the actions are for: the name of the thing in the row. */
  of: string;
  busy: boolean;
  /** Lines of a menu. */
  children: ReactNode;
};

/** What can be done to a thing from its row. */
export function ActionsMenu({ of, busy, children }: Props) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for ${of}`} loading={busy}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
