import type { MediaFacts } from '@headwater/contract/nodes/live-report';
import type { Recording } from '@headwater/contract/streams/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { notFound } from '../../../lib/problem.ts';
import { isGone } from '../live/lost.ts';

export type RecordingRow = {
  id: string;
  stream_id: string;
  customer_id: number;
  session_id: string;
  state: 'recording' | 'finishing' | 'finished' | 'stored' | 'failed';
  started_at: Date;
  ended_at: Date | null;
  duration_seconds: number;
  size_bytes: number;
  sha256: string | null;
  media: MediaFacts | null;
  detail: string;
  live_node_id: string | null;
  storage_node_id: string | null;
  stored_at: Date | null;
  deleted_at: Date | null;
};

/** What its storage says of it counts more than what its live server once said. */
export type ShownRecording = RecordingRow & {
  /** Why its storage does not have it any more. */
  lost: string | null;
  /** The live server that made it was removed. */
  orphaned: boolean;
};

const shown = sql`
  select r.*, lost.reason as lost, ${isGone('r.live_node_id')} as orphaned from recordings r
  left join lateral (
    select f.reason from node_refusals f
    where f.kind = 'storage' and f.key = 'recording/' || r.id and f.node_id = r.storage_node_id
    union all select 'It was lost with its storage.'
    where r.storage_node_id is not null and not exists (select from nodes n where n.id = r.storage_node_id)
    limit 1
  ) lost on r.state = 'stored'`;

/** @throws Problem `not_found`. */
export async function findRecording({ db }: Pick<Tx, 'db'>, streamId: string, id: string): Promise<ShownRecording> {
  const { rows } = await sql<ShownRecording>`
    ${shown} where r.id = ${id} and r.stream_id = ${streamId} and r.deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound('Recording');
  return rows[0];
}

/** One page of a stream's recordings, the newest first. */
export async function listRecordings(
  { db }: Pick<Tx, 'db'>,
  streamId: string,
  { page, rows: most }: { page: number; rows: number },
): Promise<{ recordings: ShownRecording[]; total: number }> {
  const { rows } = await sql<ShownRecording>`
    ${shown} where r.stream_id = ${streamId} and r.deleted_at is null
    order by r.started_at desc, r.id limit ${most} offset ${(page - 1) * most}`.execute(db);
  const { rows: all } = await sql<{ total: number }>`
    select count(*) as total from recordings where stream_id = ${streamId} and deleted_at is null`.execute(db);
  return { recordings: rows, total: all[0]!.total };
}

export function toRecording(row: ShownRecording, stream: { name: string; retentionDays: number | null }): Recording {
  const keptFrom = row.ended_at ?? row.started_at;
  return {
    id: row.id,
    streamId: row.stream_id,
    sessionId: row.session_id,
    name: `${stream.name} ${row.started_at.toISOString().slice(0, 16).replace('T', ' ')}`,
    state: row.lost !== null ? 'failed' : row.state === 'finished' ? 'waiting' : row.state,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    durationSeconds: row.duration_seconds,
    sizeBytes: row.size_bytes,
    media: row.media,
    detail: row.lost ?? row.detail,
    expiresAt:
      stream.retentionDays === null || row.ended_at === null
        ? null
        : new Date(keptFrom.getTime() + stream.retentionDays * 86_400_000).toISOString(),
  };
}
