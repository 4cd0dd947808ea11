import type { FoundEntry, SearchSource } from '../../lib/feature.ts';
import { baseUrlOf, masterName, pathOf } from './places.ts';
import type { StreamRow } from './store.ts';

// A few letters of a word for the type would find every stream.
const leastOfType = 3;

/** Streams by id, name or path, and by words for their type such as `timeshift`. */
export const streamSearch: SearchSource = {
  category: 'Live Streams',
  access: 'streams.view',
  async find(tx, { text, services, most, settings }): Promise<FoundEntry[]> {
    const rows = await tx.named<StreamRow>(
      'search-streams',
      `select s.* from streams s join services v on v.id = s.service_id and not v.is_cdn_plus, lower($1) as sought,
         lateral (select case
           when s.id = sought or s.alias = sought then 0
           when starts_with(lower(s.name), sought) or starts_with(s.alias, sought) then 1
           when strpos(s.id, sought) > 0 or strpos(lower(s.name), sought) > 0 or strpos(s.alias, sought) > 0 then 2
           when length(sought) >= $2 and (starts_with(s.type || ' streams', sought)
             or s.type = 'dvr' and starts_with('record streams', sought) or starts_with('live streams', sought)) then 3
         end as rank) r
       where s.deleted_at is null and r.rank is not null and ($3::bigint[] is null or s.service_id = any ($3))
       order by r.rank, lower(s.name), s.id limit $4`,
      [text, leastOfType, services && [...services], most],
    );
    return rows.map((stream) => ({
      id: stream.id,
      name: stream.name,
      // A path that is kept secret is not told where anybody looks over a shoulder.
      text: stream.settings.hash.enabled
        ? `${stream.type} stream`
        : `${baseUrlOf(stream.service_id, settings)}/${pathOf(stream, settings)}/${masterName}`,
      link: `/${stream.service_id}/streams/${stream.type}/${stream.id}`,
    }));
  },
};
