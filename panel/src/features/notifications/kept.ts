import type { Notification } from './notification.ts';

const key = 'notifications';

/** What this browser keeps for a person. */
export const readKept = (email: string): Notification[] => readAll().filter((item) => item.email === email);

/** Keeps the notifications of a person; those of others who use this browser stay as they are. */
export function keep(email: string, items: readonly Notification[]): void {
  const others = readAll().filter((item) => item.email !== email);
  const text = JSON.stringify([...others, ...items]);
  if (text === localStorage.getItem(key)) return;
  localStorage.setItem(key, text);
  tell();
}

/** Marks one as read, or all of them. */
export const markRead = (email: string, id?: string): void =>
  keep(
    email,
    readKept(email).map((item) => (id === undefined || item.id === id ? { ...item, read: true } : item)),
  );

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** For React: the stored text, told of by this tab and by others. */
export const storedText = (): string | null => localStorage.getItem(key);
export function onKept(listener: () => void): () => void {
  const hear = (event: StorageEvent) => event.key === key && listener();
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}

/** What others have left in the storage may be anything. */
function readAll(): Notification[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isNotification) : [];
  } catch {
    return [];
  }
}

const severities = ['info', 'warning', 'danger', 'blogs', 'helps'];
const types = ['Invoice', 'Help', 'Blog', null];

function isNotification(value: unknown): value is Notification {
  const item = (value ?? {}) as Record<keyof Notification, unknown>;
  return (
    [item.id, item.message, item.email].every((text) => typeof text === 'string') &&
    [item.link, item.linkText].every((text) => text === null || typeof text === 'string') &&
    typeof item.read === 'boolean' &&
    severities.includes(item.severity as string) &&
    types.includes(item.type as string)
  );
}
