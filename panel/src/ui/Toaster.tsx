import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { toastDurations } from '@headwater/contract/lib/messages';
import { type NotificationData, Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconProgress } from '@tabler/icons-react';
import { ToastWords } from './ToastWords.tsx';
import type { Toast } from './toast.ts';

const looks = {
  error: { color: 'red', icon: <IconAlertTriangle size={16} aria-hidden /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={16} aria-hidden /> },
  success: { color: 'spring', icon: <IconCheck size={16} aria-hidden /> },
  info: { color: 'gray', icon: <IconInfoCircle size={16} aria-hidden /> },
  progress: { color: 'gray', icon: <IconProgress size={16} aria-hidden /> },
};

function dataOf(toast: Toast): NotificationData {
  const { tone, message, title, lasts, countdown = false, percent } = toast;
  const works = tone === 'progress';
  const stayMs = works ? false : toastDurations[lasts ?? tone];
  return {
    ...looks[tone],
    // The same words have the same id: a message that is on screen already is not stacked on itself.
    id: toast.id ?? `${tone}:${title ?? ''}:${message}`,
    message: <ToastWords message={message} percent={percent} countdownMs={countdown && stayMs ? stayMs : undefined} />,
    title,
    autoClose: stayMs,
    // Each step of a progress read out would drown everything else; its end is an alert.
    role: works ? 'group' : 'alert',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  };
}

export function showToast(toast: Toast): void {
  const data = dataOf(toast);
  const { notifications: shown, queue } = notificationsStore.getState();
  const isThere = [...shown, ...queue].some(({ id }) => id === data.id);
  // Work that goes on does not bring back what somebody has dismissed; its end does.
  const goesOn = toast.tone === 'progress' && toast.percent !== 0;
  if (isThere && toast.id !== undefined) notifications.update(data);
  else if (!isThere && !goesOn) notifications.show(data);
}

export const hideToast = (id: string): void => {
  notifications.hide(id);
};

export default function Toaster() {
  return (
    <Notifications
      position="bottom-right"
      limit={3}
      containerWidth={380}
      transitionDuration={120}
      // The one that the pointer is on stays; the others, which it may have come between, do not wait for it.
      pauseResetOnHover="notification"
    />
  );
}
