import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import type { DomainKey, DomainRow } from './store.ts';

/** A domain of the account below another one, which name servers answer from a zone of its own. */
export type ChildDomain = Pick<DomainRow, 'domain' | 'public_key'>;

/** By their names. */
export type Children = ReadonlyMap<string, ChildDomain>;

/** The answered domains below this one that it must delegate: those below another such are that one's. */
export async function listChildren({ db }: Pick<Tx, 'db'>, domain: string): Promise<Children> {
  const reversed = domain.split('').reverse().join('');
  // The character after the dot: all of the range begins with the reversed name and a dot.
  const { rows } = await sql<ChildDomain>`
    select d.domain, d.public_key from dns_domains d join services s on s.id = d.service_id
    where d.reversed >= ${`${reversed}.`} and d.reversed < ${`${reversed}/`}
      and d.deleted_at is null and d.status = 1 and s.domainstatus = 'Active'
    order by length(d.domain), d.domain`.execute(db);
  const children = new Map<string, ChildDomain>();
  for (const child of rows) if (!findCovering(child.domain, domain, children)) children.set(child.domain, child);
  return children;
}

/** Of these names below a domain, the one that is this name or above it. */
export function findCovering(name: string, domain: string, children: Children): ChildDomain | undefined {
  if (children.size === 0) return undefined;
  for (let at = name; at.length > domain.length; at = at.slice(at.indexOf('.') + 1)) {
    const child = children.get(at);
    if (child) return child;
  }
  return undefined;
}

/** Locks a domain and those of the account above it, in the order of their ids as everybody who locks several. */
export async function lockFamily({ db }: Pick<Tx, 'db'>, domain: string): Promise<void> {
  await sql`select from dns_domains where domain = any (${[domain, ...namesAbove(domain)]})
    order by id for no key update`.execute(db);
}

export async function lockFamilyOf(tx: Pick<Tx, 'db'>, { serviceId, domainId }: DomainKey): Promise<void> {
  const { rows } = await sql<{ domain: string }>`
    select domain from dns_domains where id = ${domainId} and service_id = ${serviceId}`.execute(tx.db);
  if (rows[0]) await lockFamily(tx, rows[0].domain);
}

/** The account's domains above this one, the nearest first. */
export async function listAbove({ db }: Pick<Tx, 'db'>, domain: string): Promise<DomainRow[]> {
  const { rows } = await sql<DomainRow>`
    select * from dns_domains where domain = any (${namesAbove(domain)}) order by length(domain) desc`.execute(db);
  return rows;
}

/** `b.example.com`, `example.com` of `a.b.example.com`. */
function namesAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}
