import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { NotificationLine } from './NotificationLine.tsx';
import classes from './NotificationList.module.css';
import { isUnread, type Notification, type Tab, tabs, under } from './notification.ts';

type Props = { items: readonly Notification[]; markRead: (id?: string) => void; onClose: () => void };

/** The notifications by kind, read singly or all at once. */
export function NotificationList({ items, markRead, onClose }: Props) {
  const [tab, setTab] = useState<Tab>('All');
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>Notifications</h2>
        <Button variant="subtle" size="compact-sm" disabled={!items.some(isUnread)} onClick={() => markRead()}>
          Mark all as read
        </Button>
      </div>
      <Tabs value={tab} onChange={(value) => setTab(value as Tab)} keepMounted={false}>
        <Tabs.List aria-label="Kinds of notifications">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} data-autofocus={name === tab || undefined}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {under(name, items).length === 0 ? (
              <p className={classes.none}>No notifications available.</p>
            ) : (
              <ul className={classes.list}>
                {under(name, items).map((item) => (
                  <NotificationLine key={item.id} item={item} onRead={() => markRead(item.id)} onClose={onClose} />
                ))}
              </ul>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
