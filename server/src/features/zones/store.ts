import type { Zone, ZoneSettings } from '@headwater/contract/zones/schema';
import type { Tx } from '../../lib/db.ts';
import { joinRefusal } from '../nodes/index.ts';
import type { Bans } from './purge-entries.ts';

export type ZoneRow = {
  id: string;
  customer_id: number;
  service_id: number;
  mode: string;
  type: string;
  name: string;
  alias: string;
  origin: string;
  settings: ZoneSettings;
  status: number;
  revision: number;
  generation: number;
  ban_counter: number;
  bans: Bans;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

/** A zone with what its list row shows: its newest change's progress and its traffic of the last 24 hours. */
export type ShownZone = ZoneRow & {
  seq: number;
  changed_at: Date;
  live_at: Date | null;
  refusal: string | null;
  requests_24h: number;
  bytes_24h: number;
  hits_24h: number;
  failed_24h: number;
};

const shown = `
  coalesce(d.seq, 0) as seq, coalesce(d.changed_at, z.updated_at) as changed_at, d.live_at, refused.reason as refusal,
  coalesce(t.requests, 0)::bigint as requests_24h, coalesce(t.bytes, 0)::bigint as bytes_24h, coalesce(t.hits, 0)::bigint as hits_24h,
  coalesce(t.failed, 0)::bigint as failed_24h`;

// The order to forget a deleted zone is itself forgotten before the zone can no longer be restored.
const progress = `
  left join desired_state d on d.kind = 'edge' and d.key = 'zone/' || z.id
  ${joinRefusal('d')}`;

const traffic = `
  left join lateral (
    select sum(u.requests) as requests, sum(u.bytes) as bytes, sum(u.hits) as hits,
      sum(u.status_5xx) as failed from usage u
    where u.zone_id = z.id and u.step = 'hour' and u.at > now() - interval '24 hours'
  ) t on true`;

const orders = {
  name: 'lower(z.name)',
  hostname: 'z.alias',
  origin: 'z.origin',
  created: 'z.created_at',
  requests: 'coalesce(t.requests, 0)',
} as const;

export type ZoneListQuery = {
  serviceId: number;
  mode: Zone['mode'];
  type: Zone['type'];
  search: string;
  deleted: boolean;
  sort: keyof typeof orders;
  order: 'asc' | 'desc';
  page: number;
  rows: number;
};

/** One page of zones, each with the number of all that match. */
export function listZones(tx: Tx, query: ZoneListQuery): Promise<(ShownZone & { total: number })[]> {
  const orderBy = `${orders[query.sort]} ${query.order}, z.id`;
  // The page is cut first, so that traffic is added up for its rows only, unless it is what they are sorted by.
  const text = `
    with page as (
      select z.*, count(*) over () as total from zones z ${query.sort === 'requests' ? traffic : ''}
      where z.service_id = $1 and z.mode = $2 and z.type = $3 and (z.deleted_at is not null) = $4
        and ($5 = '' or strpos(lower(z.name), lower($5)) > 0 or strpos(z.alias, lower($5)) > 0 or strpos(lower(z.origin), lower($5)) > 0)
      order by ${orderBy} limit $6 offset $7
    )
    select z.*, ${shown} from page z ${progress} ${traffic} order by ${orderBy}`;
  return tx.named(`list-zones-${query.sort}-${query.order}`, text, [
    query.serviceId,
    query.mode,
    query.type,
    query.deleted,
    query.search,
    query.rows,
    (query.page - 1) * query.rows,
  ]);
}

type ZoneKey = { serviceId: number; mode: string; type: string; zoneId: string };

export async function findShownZone(tx: Tx, key: ZoneKey): Promise<ShownZone | undefined> {
  const rows = await tx.named<ShownZone>(
    'find-zone',
    `select z.*, ${shown} from zones z ${progress} ${traffic}
     where z.id = $1 and z.service_id = $2 and z.mode = $3 and z.type = $4`,
    [key.zoneId, key.serviceId, key.mode, key.type],
  );
  return rows[0];
}

/** The zone, locked until the transaction ends: changes of one zone happen one after the other. */
export async function lockZone(tx: Tx, key: ZoneKey): Promise<ZoneRow | undefined> {
  const rows = await tx.named<ZoneRow>(
    'lock-zone',
    'select * from zones where id = $1 and service_id = $2 and mode = $3 and type = $4 for update',
    [key.zoneId, key.serviceId, key.mode, key.type],
  );
  return rows[0];
}

export async function isAliasTaken(tx: Tx, alias: string): Promise<boolean> {
  const rows = await tx.named<{ taken: boolean }>('alias-taken', 'select alias_taken($1) as taken', [alias]);
  return rows[0]!.taken;
}

export async function insertZone(
  tx: Pick<Tx, 'db'>,
  zone: Pick<ZoneRow, 'id' | 'customer_id' | 'service_id' | 'mode' | 'type' | 'name' | 'alias' | 'origin' | 'settings'>,
): Promise<ZoneRow> {
  const row = await tx.db
    .insertInto('zones')
    .values({ ...zone, settings: JSON.stringify(zone.settings) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as ZoneRow;
}

export type ZoneChange = Partial<
  Pick<
    ZoneRow,
    'name' | 'origin' | 'settings' | 'status' | 'revision' | 'deleted_at' | 'generation' | 'ban_counter' | 'bans'
  >
>;

export async function updateZone(tx: Tx, zoneId: string, change: ZoneChange): Promise<ZoneRow> {
  const { settings, bans, ...plain } = change;
  const row = await tx.db
    .updateTable('zones')
    .set({
      ...plain,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(bans && { bans: JSON.stringify(bans) }),
      updated_at: new Date(),
    })
    .where('id', '=', zoneId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as ZoneRow;
}
