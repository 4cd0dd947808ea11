import type { StreamType } from '@headwater/contract/streams/schema';
import type { StreamSettings } from '@headwater/contract/streams/settings';
import type { Tx } from '../../lib/db.ts';
import { notFound } from '../../lib/problem.ts';
import { awayAfterSeconds, joinRefusal } from '../nodes/index.ts';

export type StreamRow = {
  id: string;
  customer_id: number;
  service_id: number;
  node_id: string | null;
  type: StreamType;
  input: 'push' | 'pull';
  name: string;
  alias: string;
  status: number;
  delay_seconds: number;
  reconnect_seconds: number;
  /** Without what is secret of them. */
  settings: StreamSettings;
  secrets: Buffer;
  key_rotated_at: Date;
  generation: number;
  revision: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
};

type Progress<P extends string> = {
  [K in `${P}_seq`]: number;
} & { [K in `${P}_changed_at` | `${P}_live_at`]: Date | null } & { [K in `${P}_refusal`]: string | null };

/** A stream with what its list row shows: how far its newest change has got, what it does now, and who watches. */
export type ShownStream = StreamRow &
  Progress<'edge'> &
  Progress<'live'> & {
    server_name: string | null;
    doors: { url: string; rtmpPort: number | null; rtmpsPort: number | null } | null;
    /** Its live server is removed, or has not reported lately. */
    away: boolean;
    now_state: string | null;
    since: Date | null;
    playable: boolean | null;
    session_id: string | null;
    bitrate_kbps: number | null;
    warnings: number | null;
    viewers: number;
  };

const progress = (kind: 'edge' | 'live', key: string) => `
  left join desired_state d_${kind} on d_${kind}.kind = '${kind}' and d_${kind}.key = ${key}
  ${joinRefusal(`d_${kind}`, `refused_${kind}`)}`;

const shownProgress = (kind: 'edge' | 'live') =>
  `coalesce(d_${kind}.seq, 0) as ${kind}_seq, d_${kind}.changed_at as ${kind}_changed_at, d_${kind}.live_at as ${kind}_live_at,
   refused_${kind}.reason as ${kind}_refusal`;

/** Of a stream `s` and its live node `n`. */
export const isAway = `(s.node_id is not null
  and coalesce(n.last_seen_at < now() - make_interval(secs => ${awayAfterSeconds}), true))`;

const shown = `
  ${shownProgress('edge')}, ${shownProgress('live')}, n.name as server_name, n.doors, ${isAway} as away,
  now.state as now_state, now.since, now.playable, now.session_id, now.bitrate_kbps, now.warnings,
  coalesce(watched.viewer_minutes, 0)::bigint as viewers`;

const joins = `
  ${progress('edge', "'zone/live' || s.id")} ${progress('live', "'stream/' || s.id")}
  left join nodes n on n.id = s.node_id
  left join stream_states now on now.stream_id = s.id`;

/** Of the last full minute. */
const watched = `
  left join usage watched on watched.zone_id = s.id and watched.step = 'minute'
    and watched.at = date_trunc('minute', now()) - interval '1 minute'`;

const orders = {
  name: 'lower(s.name)',
  created: 's.created_at',
  state: `coalesce(now.state, 'idle')`,
  viewers: 'coalesce(watched.viewer_minutes, 0)',
} as const;

export type StreamListQuery = {
  serviceId: number;
  type: StreamType;
  search: string;
  deleted: boolean;
  sort: keyof typeof orders;
  order: 'asc' | 'desc';
  page: number;
  rows: number;
};

/** One page of streams, each with the number of all that match. */
export function listStreams(tx: Tx, query: StreamListQuery): Promise<(ShownStream & { total: number })[]> {
  const text = `
    select s.*, count(*) over () as total, ${shown} from streams s ${joins} ${watched}
    where s.service_id = $1 and s.type = $2 and (s.deleted_at is not null) = $3
      and ($4 = '' or strpos(lower(s.name), lower($4)) > 0 or strpos(s.alias, lower($4)) > 0 or s.id = lower($4))
    order by ${orders[query.sort]} ${query.order}, s.id limit $5 offset $6`;
  return tx.named(`list-streams-${query.sort}-${query.order}`, text, [
    query.serviceId,
    query.type,
    query.deleted,
    query.search,
    query.rows,
    (query.page - 1) * query.rows,
  ]);
}

export type StreamKey = { serviceId: number; type: StreamType; streamId: string };

/** `record` is another word for `dvr` in addresses. */
export const readKey = <P extends { serviceId: number; type: string }>(params: P): P & { type: StreamType } => ({
  ...params,
  type: (params.type === 'record' ? 'dvr' : params.type) as StreamType,
});

export async function findShownStream(tx: Tx, key: StreamKey): Promise<ShownStream | undefined> {
  const rows = await tx.named<ShownStream>(
    'find-stream',
    `select s.*, ${shown} from streams s ${joins} ${watched} where s.id = $1 and s.service_id = $2 and s.type = $3`,
    [key.streamId, key.serviceId, key.type],
  );
  return rows[0];
}

/** The row alone. @throws Problem `not_found`. */
export async function findStream(tx: Tx, key: StreamKey): Promise<StreamRow> {
  const rows = await tx.named<StreamRow>(
    'find-stream-row',
    'select * from streams where id = $1 and service_id = $2 and type = $3',
    [key.streamId, key.serviceId, key.type],
  );
  if (!rows[0]) throw notFound('Stream');
  return rows[0];
}

/** The stream, locked until the transaction ends. @throws Problem `not_found`. */
export async function lockStream(tx: Tx, key: StreamKey): Promise<StreamRow> {
  const rows = await tx.named<StreamRow>(
    'lock-stream',
    'select * from streams where id = $1 and service_id = $2 and type = $3 for update',
    [key.streamId, key.serviceId, key.type],
  );
  if (!rows[0]) throw notFound('Stream');
  return rows[0];
}

export type StreamChange = Partial<
  Pick<
    StreamRow,
    | 'name'
    | 'node_id'
    | 'status'
    | 'delay_seconds'
    | 'reconnect_seconds'
    | 'settings'
    | 'secrets'
    | 'key_rotated_at'
    | 'generation'
    | 'revision'
    | 'deleted_at'
  >
>;

export async function updateStream(
  tx: Pick<Tx, 'db'>,
  streamId: string,
  { settings, ...plain }: StreamChange,
): Promise<StreamRow> {
  const row = await tx.db
    .updateTable('streams')
    .set({ ...plain, ...(settings && { settings: JSON.stringify(settings) }), updated_at: new Date() })
    .where('id', '=', streamId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as StreamRow;
}

export async function insertStream(
  tx: Pick<Tx, 'db'>,
  stream: Omit<
    StreamRow,
    'status' | 'generation' | 'revision' | 'key_rotated_at' | 'created_at' | 'updated_at' | 'deleted_at'
  >,
): Promise<StreamRow> {
  const row = await tx.db
    .insertInto('streams')
    .values({ ...stream, settings: JSON.stringify(stream.settings) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as StreamRow;
}
