import { toUnicode } from '@headwater/contract/dns/unicode';
import type { Tx } from '../../../lib/db.ts';

/** The ids of those domains of the account that hold a text of other letters than ASCII, as people write and see them. */
export async function findByLetters(tx: Tx, text: string): Promise<string[]> {
  // What is kept is ASCII: for that, queries look themselves.
  if (/^[ -~]*$/.test(text)) return [];
  const encoded = `select id, domain from dns_domains where strpos(domain, 'xn--') > 0`;
  const rows = await tx.named<{ id: string; domain: string }>('encoded-domains', encoded, []);
  const sought = text.normalize('NFC').toLowerCase();
  return rows.filter(({ domain }) => toUnicode(domain).includes(sought)).map(({ id }) => id);
}
