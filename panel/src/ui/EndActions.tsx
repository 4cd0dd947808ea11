import { Menu } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Refusable } from './Refusable.tsx';

type Props = {
  enabled: boolean;
  refused: string | null;
  onDisable: () => void;
  onEnable: () => void;
  onDelete: () => void;
};

/** The last lines of a thing's menu: what takes it away from those who use it, and gives it back. */
export function EndActions({ enabled, refused, onDisable, onEnable, onDelete }: Props) {
  return (
    <>
      <Refusable reason={refused}>
        {enabled ? (
          <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={onDisable}>
            Disable
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={onEnable}>
            Enable
          </Menu.Item>
        )}
      </Refusable>
      <Menu.Divider />
      <Refusable reason={refused}>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Refusable>
    </>
  );
}
