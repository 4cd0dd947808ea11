import type { Filter } from '@headwater/contract/transcoding/filter';
import type { Profile } from '@headwater/contract/transcoding/profile';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { notFound } from '../../../lib/problem.ts';

type Use = { streamId: string; type: string; name: string };
type Kept<Value> = {
  id: string;
  customer_id: number;
  service_id: number;
  value: Value;
  revision: number;
  created_at: Date;
  updated_at: Date;
  used_by: Use[];
};
export type ProfileRow = Kept<Profile> & { is_default: boolean };
export type FilterRow = Kept<Filter>;

/** The streams that use it, by name; deleted ones count, since they may be restored. */
const usedBy = (uses: ReturnType<typeof sql>) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('streamId', s.id, 'type', s.type, 'name', s.name) order by lower(s.name), s.id)
    from streams s where s.service_id = t.service_id and ${uses}), '[]') as used_by`;
const profileUses = usedBy(sql`s.settings -> 'transcode' -> 'profileIds' ? t.id`);
const filterUses = usedBy(sql`s.settings -> 'transcode' ->> 'filterId' = t.id`);

export async function listProfiles({ db }: Pick<Tx, 'db'>, serviceId: number): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    select t.*, ${profileUses} from live_profiles t where t.service_id = ${serviceId} order by t.created_at, t.id`.execute(
    db,
  );
  return rows;
}

export async function listFilters({ db }: Pick<Tx, 'db'>, serviceId: number): Promise<FilterRow[]> {
  const { rows } = await sql<FilterRow>`
    select t.*, ${filterUses} from live_filters t where t.service_id = ${serviceId} order by t.created_at, t.id`.execute(
    db,
  );
  return rows;
}

type Key = { serviceId: number; id: string };

/** With `lock` it stays so until the transaction ends. @throws Problem `not_found`. */
export async function findProfile({ db }: Pick<Tx, 'db'>, { serviceId, id }: Key, lock?: 'lock'): Promise<ProfileRow> {
  const { rows } = await sql<ProfileRow>`
    select t.*, ${profileUses} from live_profiles t where t.service_id = ${serviceId} and t.id = ${id}
    ${lock === 'lock' ? sql`for update of t` : sql``}`.execute(db);
  if (!rows[0]) throw notFound('Profile');
  return rows[0];
}

/** With `lock` it stays so until the transaction ends. @throws Problem `not_found`. */
export async function findFilter({ db }: Pick<Tx, 'db'>, { serviceId, id }: Key, lock?: 'lock'): Promise<FilterRow> {
  const { rows } = await sql<FilterRow>`
    select t.*, ${filterUses} from live_filters t where t.service_id = ${serviceId} and t.id = ${id}
    ${lock === 'lock' ? sql`for update of t` : sql``}`.execute(db);
  if (!rows[0]) throw notFound('Filter');
  return rows[0];
}

export type LogoRow = {
  id: string;
  name: string;
  media_type: string;
  width: number;
  height: number;
  size_bytes: number;
};

export async function listLogos({ db }: Pick<Tx, 'db'>, serviceId: number): Promise<LogoRow[]> {
  const { rows } = await sql<LogoRow>`
    select id, name, media_type, width, height, length(bytes) as size_bytes from live_logos
    where service_id = ${serviceId} order by created_at, id`.execute(db);
  return rows;
}

/** @throws Problem `not_found`. */
export async function readLogo(
  { db }: Pick<Tx, 'db'>,
  { serviceId, id }: Key,
): Promise<{ mediaType: string; bytes: Buffer; name: string }> {
  const { rows } = await sql<{ mediaType: string; bytes: Buffer; name: string }>`
    select media_type as "mediaType", bytes, name from live_logos
    where service_id = ${serviceId} and id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('Logo');
  return rows[0];
}
