import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Toast } from './toast.ts';

const looks = {
  error: { color: 'red', icon: <IconAlertTriangle size={16} aria-hidden />, autoClose: 8000 },
  success: { color: 'spring', icon: <IconCheck size={16} aria-hidden />, autoClose: 4000 },
  info: { color: 'gray', icon: <IconInfoCircle size={16} aria-hidden />, autoClose: 5000 },
};

export function showToast({ tone, message, title = '', autoClose, id = `${tone}:${title}:${message}` }: Toast): void {
  const look = looks[tone];
  notifications.show({
    // The same words have the same id: a message that is on screen already is not stacked on itself.
    id,
    message,
    ...(title && { title }),
    ...look,
    autoClose: autoClose ?? look.autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

export const hideToast = (id: string): void => {
  notifications.hide(id);
};

export default function Toaster() {
  return <Notifications position="bottom-right" limit={3} containerWidth={380} transitionDuration={120} />;
}
