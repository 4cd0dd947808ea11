import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './NotificationBell.module.css';
import { NotificationList } from './NotificationList.tsx';
import { isUnread } from './notification.ts';
import { useNotifications } from './use-notifications.ts';

const mostShown = 99;

/** The bell in the headers: how many notifications are unread, and the list of them. */
export function NotificationBell() {
  const { items, markRead } = useNotifications();
  const [opened, setOpened] = useState(false);
  const unread = items.filter(isUnread).length;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(26rem, calc(100vw - 1rem))"
      withinPortal={false}
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.bell}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={18} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > mostShown ? `${mostShown}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <NotificationList items={items} markRead={markRead} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
