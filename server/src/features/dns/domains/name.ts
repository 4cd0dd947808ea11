import { readDomainName } from '@headwater/contract/dns/names';
import { sql } from 'kysely';
import { getPublicSuffix } from 'tldts';
import type { Tx } from '../../../lib/db.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import type { Settings } from '../../../lib/settings.ts';
import { findOwnByName, isNameHeld } from './store.ts';

/**
 * The domain as it is kept.
 * @throws Problem `invalid_input`, or `public_suffix` for what nobody can own, such as `co.uk`.
 */
export function readNewName(text: string): string {
  const read = readDomainName(text);
  if (!read.ok) throw fieldProblem('invalid_input', 'domain', read.message);
  const suffix = getPublicSuffix(read.name, { allowPrivateDomains: true });
  if (suffix === read.name) {
    const words = `${read.name} is a public suffix: everybody can have names below it, and nobody can own it.`;
    throw fieldProblem('public_suffix', 'domain', words);
  }
  return read.name;
}

type OwnNames = Pick<Settings, 'edgeDomain' | 'nameservers' | 'publicUrl'>;

/**
 * Refuses a name that is in use here already, or that covers or is covered by another customer's, or by one that this
 * installation itself goes by. Until the transaction ends nobody else can take a name of the same family.
 */
export async function claimName(tx: Tx, domain: string, settings: OwnNames): Promise<void> {
  const family = domain.split('.').slice(-2).join('.');
  await sql`select pg_advisory_xact_lock(hashtext('dns names'), hashtext(${family}))`.execute(tx.db);
  const [own, held] = await Promise.all([findOwnByName(tx, domain), isNameHeld(tx, domain)]);
  if (own?.deleted_at) {
    throw fieldProblem('domain_taken', 'domain', `${domain} is among your deleted domains. Restore it instead.`);
  }
  if (own) throw fieldProblem('domain_taken', 'domain', `${domain} is one of your domains already.`);
  // The same words for each: whose it is, and what it is, is nobody's business.
  if (held || isOurs(domain, settings))
    throw fieldProblem('domain_taken', 'domain', `${domain} cannot be added: it is in use here already.`);
}

/** Whoever answered for the edges' domain, the name servers or the panel could take every customer's visitors. */
function isOurs(domain: string, { edgeDomain, nameservers, publicUrl }: OwnNames): boolean {
  const names = [edgeDomain, ...nameservers, new URL(publicUrl).hostname];
  return names.some((name) => isWithin(domain, name) || isWithin(name, domain));
}

const isWithin = (name: string, other: string) => name === other || name.endsWith(`.${other}`);
