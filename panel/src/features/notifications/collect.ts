import type { Alert } from '@headwater/contract/account/schema';
import type { Post } from '@headwater/contract/posts/routes';
import { textOf } from './entities.ts';
import { isInvoice, targetOf } from './links.ts';
import type { Notification } from './notification.ts';

type Told = Omit<Notification, 'read' | 'email'>;
/** What is known now; null what could not be asked. */
export type Sources = { alerts: readonly Alert[]; blog: readonly Post[] | null; help: readonly Post[] | null };

const posted = { Blog: 'blogs', Help: 'helps' } as const;

/**
 * The notifications of a person: what is known now, read as far as they have read it. Of a source that could not be
 * asked, what it told before stays. The same message stands there once.
 */
export function collect(
  kept: readonly Notification[],
  sources: Sources,
  email: string,
  origin: string,
): Notification[] {
  const told = [
    ...sources.alerts.map((alert) => fromAlert(alert, origin)),
    ...(sources.blog?.map(fromPost('Blog')) ?? kept.filter(({ type }) => type === 'Blog')),
    ...(sources.help?.map(fromPost('Help')) ?? kept.filter(({ type }) => type === 'Help')),
  ];
  const messages = new Set<string>();
  return told.flatMap(({ id, link, linkText, message, severity, type }) => {
    if (message === '' || messages.has(message)) return [];
    messages.add(message);
    // A message that changed is news, though it has the id of an older one.
    const read = kept.some((before) => before.message === message && before.type === type && before.read);
    return [{ id, link, linkText, message, severity, read, type, email }];
  });
}

const fromAlert = ({ id, message, link, linkText, severity }: Alert, origin: string): Told => ({
  id,
  link,
  linkText,
  message,
  severity,
  type: isInvoice(targetOf(link, origin)) ? 'Invoice' : null,
});

const fromPost =
  (type: 'Blog' | 'Help') =>
  ({ id, link, title }: Post): Told => ({
    id: `${type.toLowerCase()}-${id}`,
    link,
    linkText: 'Read more',
    message: textOf(title.rendered),
    severity: posted[type],
    type,
  });
