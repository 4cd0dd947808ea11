import type { LiveSession } from '@headwater/contract/nodes/live-report';
import type { StreamSession } from '@headwater/contract/streams/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';

/** One page of a stream's sessions, the newest first. */
export async function listSessions(
  { db }: Pick<Tx, 'db'>,
  streamId: string,
  { page, rows: most }: { page: number; rows: number },
): Promise<{ sessions: StreamSession[]; total: number }> {
  const { rows } = await sql<{ doc: LiveSession; total: number }>`
    select doc, count(*) over () as total from stream_sessions where stream_id = ${streamId}
    order by started_at desc, id limit ${most} offset ${(page - 1) * most}`.execute(db);
  const total = rows[0]?.total ?? (page > 1 ? await countSessions(db, streamId) : 0);
  return { sessions: rows.map(({ doc: { streamId: _, ...session } }) => session), total };
}

async function countSessions(db: Tx['db'], streamId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from stream_sessions where stream_id = ${streamId}`.execute(db);
  return rows[0]!.total;
}
