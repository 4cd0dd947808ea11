import { readDomainName } from './names.ts';

/** An e-mail address as a name in a zone: `a.b@example.com` is `a\.b.example.com.` RFC 1035 8. Null when it cannot be one. */
export function writeMailbox(email: string): string | null {
  const match = /^([a-z0-9!#$%&'*+/=?^_{|}~.-]{1,63})@([^@]+)$/i.exec(email.trim());
  const domain = match ? readDomainName(match[2] ?? '') : null;
  return domain?.ok ? `${match?.[1]?.replaceAll('.', '\\.')}.${domain.name}.` : null;
}

/** The other way round. */
export function readMailbox(name: string): string | null {
  const match = /^((?:[^.\\]|\\.)+)\.(.+)$/.exec(name.trim());
  if (!match) return null;
  const email = `${match[1]?.replace(/\\(.)/g, '$1')}@${match[2]?.replace(/\.$/, '').toLowerCase()}`;
  return writeMailbox(email) === null ? null : email;
}
