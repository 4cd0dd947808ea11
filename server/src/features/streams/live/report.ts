import type { LiveReport, RecordingPlace } from '@headwater/contract/nodes/live-report';
import { type Kysely, sql } from 'kysely';
import type { Deps } from '../../../lib/feature.ts';
import { notify } from '../../../lib/notify.ts';
import type { DB } from '../../../lib/schema.gen.ts';
import type { NodeIdentity } from '../../../lib/who.ts';
import { countOnce } from '../../usage/index.ts';
import { placeRecordings } from '../recordings/place.ts';
import { endWhatIsUnknown } from './lost.ts';

type Outcome = { counted: boolean; places: RecordingPlace[]; gone: string[] };

/** Takes what a live node says about streams. The same batch counts once; where recordings go is said each time. */
export async function recordLiveReport(
  deps: Pick<Deps, 'database' | 'settings'>,
  node: NodeIdentity,
  report: LiveReport,
): Promise<Outcome> {
  const counted = await countOnce(deps.database, node.nodeId, report.batchId, async (tx) => {
    const told: Told = { streams: new Set(), recordings: new Set() };
    // Before the states that are told with it.
    if (report.underWay) {
      const lost = await endWhatIsUnknown({ db: tx }, node.nodeId, report.underWay);
      for (const id of lost.streams) told.streams.add(id);
      for (const id of lost.recordings) told.recordings.add(id);
    }
    await saveStates(tx, node, report, told);
    await saveSessions(tx, node, report, told);
    await saveHealth(tx, report);
    await saveRecordings(tx, node, report, told);
    await tell(tx, 'streams', told.streams);
    await tell(tx, 'recordings', told.recordings);
  });
  const ids = report.recordings.map(({ id }) => id);
  if (ids.length === 0) return { counted, places: [], gone: [] };
  return { counted, ...(await placeRecordings(deps, ids)) };
}

/** The ids of streams of which there is news. */
type Told = { streams: Set<string>; recordings: Set<string> };

async function tell(tx: Kysely<DB>, topic: string, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return;
  const { rows } = await sql<{ id: string; customer_id: number; service_id: number }>`
    select id, customer_id, service_id from streams where id = any (${[...ids]}::text[])`.execute(tx);
  for (const { id, customer_id: customerId, service_id: serviceId } of rows) {
    await notify(tx, { customerId, event: { topic, serviceId, id } });
  }
}

// Rows are written in the order of their keys, so that two batches cannot wait for each other. What is told of streams that
// were swept away meanwhile is passed over.

/** Only the live server that carries a stream says what it does now. */
async function saveStates(tx: Kysely<DB>, node: NodeIdentity, { states }: LiveReport, told: Told): Promise<void> {
  if (states.length === 0) return;
  const { rows } = await sql<{ stream_id: string; is_news: boolean }>`
    with reported as (
      select distinct on (d.doc ->> 'streamId') d.doc, d.doc ->> 'streamId' as id, (d.doc ->> 'at')::timestamptz as at
      from jsonb_array_elements(${JSON.stringify(states)}::jsonb) as d (doc)
      order by d.doc ->> 'streamId', (d.doc ->> 'at')::timestamptz desc
    ), before as (
      select stream_id, state, playable, warnings from stream_states where stream_id in (select id from reported)
    )
    insert into stream_states as n (stream_id, customer_id, at, state, since, playable, session_id, bitrate_kbps, warnings, doc)
    select s.id, s.customer_id, r.at, r.doc ->> 'state', (r.doc ->> 'since')::timestamptz, (r.doc ->> 'playable')::boolean,
      r.doc ->> 'sessionId', (r.doc -> 'health' ->> 'bitrateKbps')::real, jsonb_array_length(r.doc -> 'warnings'), r.doc
    from reported r join streams s on s.id = r.id and s.node_id = ${node.nodeId}
    order by s.id
    on conflict (stream_id) do update set at = excluded.at, state = excluded.state, since = excluded.since,
      playable = excluded.playable, session_id = excluded.session_id, bitrate_kbps = excluded.bitrate_kbps,
      warnings = excluded.warnings, doc = excluded.doc
      where n.at <= excluded.at
    returning n.stream_id,
      not exists (select from before b where b.stream_id = n.stream_id
        and b.state = n.state and b.playable = n.playable and b.warnings = n.warnings) as is_news`.execute(tx);
  for (const row of rows) if (row.is_news) told.streams.add(row.stream_id);
}

async function saveSessions(
  tx: Kysely<DB>,
  { nodeId }: NodeIdentity,
  { sessions }: LiveReport,
  told: Told,
): Promise<void> {
  if (sessions.length === 0) return;
  const { rows } = await sql<{ stream_id: string; state: string }>`
    with reported as (
      -- The last word of the batch about each.
      select distinct on (d.doc ->> 'id') d.doc from jsonb_array_elements(${JSON.stringify(sessions)}::jsonb)
        with ordinality as d (doc, n) order by d.doc ->> 'id', d.n desc
    )
    insert into stream_sessions as o (id, stream_id, customer_id, live_node_id, started_at, ended_at, state, doc)
    select r.doc ->> 'id', s.id, s.customer_id, ${nodeId}, (r.doc ->> 'startedAt')::timestamptz, (r.doc ->> 'endedAt')::timestamptz,
      r.doc ->> 'state', r.doc
    from reported r join streams s on s.id = r.doc ->> 'streamId' order by 1
    on conflict (id) do update set live_node_id = excluded.live_node_id, ended_at = excluded.ended_at,
      state = excluded.state, doc = excluded.doc
      where o.stream_id = excluded.stream_id and (o.state <> 'ended' or excluded.state = 'ended')
    returning stream_id, state`.execute(tx);
  for (const row of rows) if (row.state !== 'live') told.streams.add(row.stream_id);
}

async function saveHealth(tx: Kysely<DB>, { health }: LiveReport): Promise<void> {
  if (health.length === 0) return;
  await sql`
    insert into stream_health (stream_id, at, customer_id, bitrate_kbps, fps, keyframe_seconds, dropped_frames)
    select s.id, h.at, s.customer_id, h."bitrateKbps", h.fps, h."keyframeSeconds", h."droppedFrames"
    from jsonb_to_recordset(${JSON.stringify(health)}::jsonb) as h ("streamId" text, at timestamptz, "bitrateKbps" real, fps real,
      "keyframeSeconds" real, "droppedFrames" int)
    join streams s on s.id = h."streamId" order by s.id, h.at
    on conflict do nothing`.execute(tx);
}

async function saveRecordings(
  tx: Kysely<DB>,
  { nodeId }: NodeIdentity,
  { recordings }: LiveReport,
  told: Told,
): Promise<void> {
  if (recordings.length === 0) return;
  const { rows } = await sql<{ stream_id: string }>`
    with reported as (
      select distinct on (d.doc ->> 'id') d.doc from jsonb_array_elements(${JSON.stringify(recordings)}::jsonb)
        with ordinality as d (doc, n) order by d.doc ->> 'id', d.n desc
    )
    insert into recordings as o (id, stream_id, customer_id, session_id, state, started_at, ended_at, duration_seconds, size_bytes,
      sha256, media, detail, live_node_id)
    select r.doc ->> 'id', s.id, s.customer_id, r.doc ->> 'sessionId', r.doc ->> 'state', (r.doc ->> 'startedAt')::timestamptz,
      (r.doc ->> 'endedAt')::timestamptz, (r.doc ->> 'durationSeconds')::double precision, (r.doc ->> 'sizeBytes')::bigint,
      r.doc ->> 'sha256', nullif(r.doc -> 'media', 'null'::jsonb), r.doc ->> 'detail', ${nodeId}
    from reported r join streams s on s.id = r.doc ->> 'streamId' order by 1
    on conflict (id) do update set state = excluded.state, ended_at = excluded.ended_at,
      duration_seconds = excluded.duration_seconds, size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
      media = excluded.media, detail = excluded.detail, live_node_id = excluded.live_node_id
      where o.stream_id = excluded.stream_id and o.deleted_at is null and o.state <> 'stored'
    returning stream_id`.execute(tx);
  for (const row of rows) told.recordings.add(row.stream_id);
}
