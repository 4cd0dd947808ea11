import type { FoundEntry, SearchSource } from '../../../lib/feature.ts';

type FoundDomain = { id: string; domain: string; service_id: number; records: number };

// A few letters of a word for the kind would find every domain.
const leastOfKind = 3;

/** Domains by id or name, and by the word `dns`. */
export const domainSearch: SearchSource = {
  category: 'SimpleDNS',
  access: 'dns.view',
  async find(tx, { text, services, most }): Promise<FoundEntry[]> {
    const rows = await tx.named<FoundDomain>(
      'search-domains',
      `select d.id, d.domain, d.service_id, (select count(*) from dns_records where domain_id = d.id) as records
       from dns_domains d, lower($1) as sought,
         lateral (select case
           when d.id = sought or d.domain = sought then 0
           when starts_with(d.domain, sought) then 1
           when strpos(d.domain, sought) > 0 then 2
           when length(sought) >= $2 and (starts_with('dns', sought) or starts_with('simpledns', sought)) then 3
         end as rank) r
       where d.deleted_at is null and r.rank is not null and ($3::bigint[] is null or d.service_id = any ($3))
       order by r.rank, d.domain limit $4`,
      [text, leastOfKind, services && [...services], most],
    );
    return rows.map(({ id, domain, service_id, records }) => ({
      id,
      name: domain,
      text: `${domain} · ${records === 1 ? '1 record' : `${records} records`}`,
      link: `/${service_id}/dns?domain=${id}`,
    }));
  },
};
