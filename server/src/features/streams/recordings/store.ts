import type { MediaFacts } from '@headwater/contract/nodes/live-report';
import type { Recording } from '@headwater/contract/streams/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';

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
  storage_node_id: string | null;
  stored_at: Date | null;
  deleted_at: Date | null;
};

/** One page of a stream's recordings, the newest first. */
export async function listRecordings(
  { db }: Pick<Tx, 'db'>,
  streamId: string,
  { page, rows: most }: { page: number; rows: number },
): Promise<{ recordings: RecordingRow[]; total: number }> {
  const { rows } = await sql<RecordingRow>`
    select * from recordings where stream_id = ${streamId} and deleted_at is null
    order by started_at desc, id limit ${most} offset ${(page - 1) * most}`.execute(db);
  const { rows: all } = await sql<{ total: number }>`
    select count(*) as total from recordings where stream_id = ${streamId} and deleted_at is null`.execute(db);
  return { recordings: rows, total: all[0]!.total };
}

export function toRecording(row: RecordingRow, stream: { name: string; retentionDays: number | null }): Recording {
  const keptFrom = row.ended_at ?? row.started_at;
  return {
    id: row.id,
    streamId: row.stream_id,
    sessionId: row.session_id,
    name: `${stream.name} ${row.started_at.toISOString().slice(0, 16).replace('T', ' ')}`,
    state: row.state === 'finished' ? 'waiting' : row.state,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    durationSeconds: row.duration_seconds,
    sizeBytes: row.size_bytes,
    media: row.media,
    detail: row.detail,
    expiresAt:
      stream.retentionDays === null || row.ended_at === null
        ? null
        : new Date(keptFrom.getTime() + stream.retentionDays * 86_400_000).toISOString(),
  };
}
