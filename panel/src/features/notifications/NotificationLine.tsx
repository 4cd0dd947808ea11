import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconExternalLink,
  IconHelpCircle,
  IconInfoCircle,
  IconNews,
} from '@tabler/icons-react';
import { AnchorLink } from '../../ui/links.tsx';
import { targetOf } from './links.ts';
import classes from './NotificationList.module.css';
import type { Notification } from './notification.ts';

const icons = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  blogs: IconNews,
  helps: IconHelpCircle,
};

type Props = { item: Notification; onRead: () => void; onClose: () => void };

/** One notification. Following its link reads it. */
export function NotificationLine({ item, onRead, onClose }: Props) {
  const { message, severity, read, link, linkText } = item;
  const Icon = icons[severity];
  const target = targetOf(link, window.location.origin);
  const words = linkText ?? 'See more';
  const follow = () => {
    onRead();
    onClose();
  };
  return (
    <li className={classes.line} data-read={read || undefined}>
      <Icon size={18} className={classes.icon} data-severity={severity} aria-hidden />
      <div className={classes.words}>
        <span className={classes.message}>
          {!read && <span className={classes.unread}>Unread: </span>}
          {message}
        </span>
        {target &&
          ('to' in target ? (
            <AnchorLink to={target.to} size="sm" aria-label={`${words}: ${message}`} onClick={follow}>
              {words}
            </AnchorLink>
          ) : (
            <Anchor
              href={target.href}
              target="_blank"
              rel="noopener"
              size="sm"
              aria-label={`${words}: ${message} (opens in a new tab)`}
              onClick={onRead}
            >
              {words} <IconExternalLink size={12} aria-hidden />
            </Anchor>
          ))}
      </div>
      {!read && (
        <Tooltip label="Mark as read">
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Mark as read: ${message}`} onClick={onRead}>
            <IconCheck size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
