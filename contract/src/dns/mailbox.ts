import { mostNameCharacters, readDomainName } from './names.ts';

/**
 * An e-mail address as a name in a zone: `a.b@example.com` is `a\.b.example.com.` RFC 1035 8. Null when it cannot be one:
 * what stands before the @ is a single label.
 */
export function writeMailbox(email: string): string | null {
  const match = /^(?!\.)([a-z0-9!#$%&'*+/=?^_{|}~.-]{1,63})(?<!\.)@([^@]+)$/i.exec(email.trim());
  const [, local = '', given = ''] = match ?? [];
  const domain = match && !local.includes('..') ? readDomainName(given) : null;
  if (!domain?.ok || local.length + 1 + domain.name.length > mostNameCharacters) return null;
  return `${local.replaceAll('.', '\\.')}.${domain.name}.`;
}

/** Whom to write to about a domain when nobody said. A name that leaves no room for it has its parent's. */
export function defaultMailbox(domain: string): string {
  const mailbox = `hostmaster@${domain}`;
  return writeMailbox(mailbox) === null && domain.includes('.')
    ? defaultMailbox(domain.slice(domain.indexOf('.') + 1))
    : mailbox;
}

/** The mailbox of a domain's SOA: that of this e-mail address, or else the one that nobody has to choose. */
export function toMailbox(email: string, domain: string): string {
  return writeMailbox(email) ?? writeMailbox(defaultMailbox(domain)) ?? '.';
}

/** The other way round. */
export function readMailbox(name: string): string | null {
  const match = /^((?:[^.\\]|\\.)+)\.(.+)$/.exec(name.trim());
  if (!match) return null;
  const email = `${match[1]?.replace(/\\(.)/g, '$1')}@${match[2]?.replace(/\.$/, '').toLowerCase()}`;
  return writeMailbox(email) === null ? null : email;
}
