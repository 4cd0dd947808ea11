import { toUnicode } from '@headwater/contract/dns/unicode';
import type { FoundEntry, SearchSource } from '../../../lib/feature.ts';
import { findByLetters } from './letters.ts';
import type { DomainRow } from './store.ts';
import { isDelegated } from './to-domain.ts';

type FoundDomain = Pick<DomainRow, 'id' | 'domain' | 'service_id' | 'status' | 'delegation'> & { records: number };

// A few letters of a word for the kind would find every domain.
const leastOfKind = 3;

/** Domains by id or name, in ASCII or in their own letters, and by the word `dns`. */
export const domainSearch: SearchSource = {
  category: 'SimpleDNS',
  access: 'dns.view',
  async find(tx, { text, services, most }): Promise<FoundEntry[]> {
    const rows = await tx.named<FoundDomain>(
      'search-domains',
      `select d.id, d.domain, d.service_id, d.status, d.delegation, (select count(*) from dns_records where domain_id = d.id) as records
       from dns_domains d, lower($1) as sought,
         lateral (select case
           when d.id = sought or d.domain = sought then 0
           when starts_with(d.domain, sought) then 1
           when strpos(d.domain, sought) > 0 or d.id = any ($5) then 2
           when length(sought) >= $2 and (starts_with('dns', sought) or starts_with('simpledns', sought)) then 3
         end as rank) r
       where d.deleted_at is null and r.rank is not null and ($3::bigint[] is null or d.service_id = any ($3))
       order by r.rank, d.domain limit $4`,
      [text, leastOfKind, services && [...services], most, await findByLetters(tx, text)],
    );
    return rows.map((row) => ({
      id: row.id,
      name: toUnicode(row.domain),
      text: wordsOf(row),
      link: `/${row.service_id}/dns?domain=${row.id}`,
    }));
  },
};

/** What the name does not say itself. */
function wordsOf({ domain, records, status, delegation }: FoundDomain): string {
  const reached = isDelegated(delegation) ? 'our name servers are in use' : 'our name servers are not in use yet';
  return [
    records === 1 ? '1 record' : `${records} records`,
    status === 1 ? reached : 'disabled',
    ...(toUnicode(domain) === domain ? [] : [domain]),
  ].join(' · ');
}
