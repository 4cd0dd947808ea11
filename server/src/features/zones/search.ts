import type { FoundEntry, SearchSource } from '../../lib/feature.ts';
import { hostnameOf } from './hostnames.ts';

type FoundZone = { id: string; name: string; alias: string; origin: string; service_id: number };

// A few letters of a word for the kind would find every zone.
const leastOfKind = 3;

/** Zones by id, name, alias, host name or origin, and by words for their kind such as `pull`. */
export const zoneSearch: SearchSource = {
  category: 'Pull Zones',
  access: 'zones.view',
  async find(tx, { text, services, most, settings }): Promise<FoundEntry[]> {
    const rows = await tx.named<FoundZone>(
      'search-zones',
      `select z.id, z.name, z.alias, z.origin, z.service_id
       from zones z, lower($1) as sought,
         lateral (select case
           when z.id = sought or z.alias = sought then 0
           when starts_with(lower(z.name), sought) or starts_with(z.alias, sought) then 1
           when strpos(z.id, sought) > 0 or strpos(lower(z.name), sought) > 0 or strpos(z.alias, sought) > 0 then 2
           when strpos(lower(z.origin), sought) > 0 or strpos(z.alias || '.' || $2, sought) > 0 then 3
           when length(sought) >= $3 and (starts_with(z.type || ' zones', sought)
             or starts_with(z.mode || ' ' || z.type || ' zones', sought)) then 4
         end as rank) r
       where z.deleted_at is null and z.type = 'pull' and r.rank is not null
         and ($4::bigint[] is null or z.service_id = any ($4))
       order by r.rank, lower(z.name), z.id limit $5`,
      [text, settings.edgeDomain, leastOfKind, services && [...services], most],
    );
    return rows.map(({ id, name, alias, origin, service_id }) => ({
      id,
      name,
      text: `${hostnameOf(alias, settings)} → ${origin}`,
      link: `/${service_id}/zones/http/pull/${id}`,
    }));
  },
};
