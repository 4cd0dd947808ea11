import { ActionIcon, Drawer } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Wordmark } from '../ui/Wordmark.tsx';
import classes from './SidePanel.module.css';
import { SidePanel } from './SidePanel.tsx';

type Props = { label: string; places: (onLeave: () => void) => ReactNode };

/** The side panel on a phone: its button, and the panel over the page. */
export function SideDrawer({ label, places }: Props) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the path changes
  useEffect(close, [pathname]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={opened ? 'Close side panel' : 'Open side panel'}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={18} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={close}
        title={<Wordmark />}
        size={272}
        zIndex={300}
        classNames={{ content: classes.drawer, body: classes.drawerBody }}
      >
        <SidePanel label={label}>{places(close)}</SidePanel>
      </Drawer>
    </>
  );
}
