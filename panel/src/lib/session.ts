import type { accountRoutes } from '@headwater/contract/account/routes';
import type { Reply } from '@headwater/contract/lib/route';
import type { Service } from '@headwater/contract/services/schema';

export type Session = Reply<typeof accountRoutes.getSession>;

/** Keys of local storage that belong to a session. Their names are part of the product's promises. */
const sessionKeys = ['token', 'contactid', 'isSubContact', 'contact', 'serviceId', 'service'] as const;

export const getToken = (): string | null => localStorage.getItem('token');

/** Keeps what a successful sign-in answered. */
export function startSession({ token, contactid }: { token: string; contactid: string | null }): void {
  localStorage.setItem('token', token);
  localStorage.setItem('isSubContact', String(contactid !== null));
  if (contactid === null) localStorage.removeItem('contactid');
  else localStorage.setItem('contactid', contactid);
}

/** Keeps what a session check answered about the person. */
export function keepContact(session: Session): void {
  // An answer that comes after signing out is about nobody.
  if (getToken() === null) return;
  localStorage.setItem('isSubContact', String(session.isSubContact));
  if (session.contact) {
    localStorage.setItem('contactid', session.contact.contactid);
    localStorage.setItem('contact', JSON.stringify(session.contact));
  } else {
    localStorage.removeItem('contact');
  }
}

/** Forgets the session and all that was stored with it; the colour scheme and the side panel stay as they are. */
export function clearSession(): void {
  for (const key of sessionKeys) localStorage.removeItem(key);
}

/** Remembers the service that is worked in, for the next visit and for other tabs. */
export function keepService(service: Service): void {
  localStorage.setItem('serviceId', String(service.id));
  localStorage.setItem('service', JSON.stringify(service));
}

/** Up to two initials of the person who is signed in, and `Client` when there is no name to take them from. */
export function initialsOf(session: Pick<Session, 'client' | 'contact'> | undefined): string {
  const { client, contact } = session ?? {};
  const name = contact ? `${contact.firstname} ${contact.lastname}` : (client?.fullname ?? '');
  const parts = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part));
  const first = parts.at(0)?.match(/^\p{L}/u)?.[0] ?? '';
  const last = parts.length > 1 ? (parts.at(-1)?.match(/^\p{L}/u)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase() || 'Client';
}

/** The name to greet or list the person by. */
export function nameOf({ client, contact }: Pick<Session, 'client' | 'contact'>): string {
  const name = contact ? `${contact.firstname} ${contact.lastname}`.trim() : client.fullname.trim();
  return name || contact?.email || client.email;
}

/** The address that the person signs in with. */
export const emailOf = ({ client, contact }: Pick<Session, 'client' | 'contact'>): string =>
  contact?.email ?? client.email;

/** Called once a call was answered 'Expired token'. Set by the app, which knows the way to the sign-in page. */
let onExpired = () => {};
export const setOnExpired = (listener: () => void): void => {
  onExpired = listener;
};
export const sessionExpired = (): void => onExpired();
