import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';

export type PurgeRow = {
  id: string;
  kind: string;
  files: string[];
  file_count: number;
  requested_by: string;
  seq: number;
  created_at: Date;
  live_at: Date | null;
};

/** Lists show this many of a purge's files. */
const filesInLists = 5;

export async function listPurges(
  tx: Tx,
  zoneId: string,
  page: number,
  rows: number,
): Promise<(PurgeRow & { total: number })[]> {
  return tx.named(
    'list-purges',
    `select id, kind, jsonb_path_query_array(files, '$[0 to ${filesInLists - 1}]') as files, file_count, requested_by, seq,
       created_at, live_at, count(*) over () as total
     from purges where zone_id = $1 order by created_at desc, id limit $2 offset $3`,
    [zoneId, rows, (page - 1) * rows],
  );
}

/** For a page beyond the end, whose rows cannot tell. */
export async function countPurges(tx: Tx, zoneId: string): Promise<number> {
  const [first] = await listPurges(tx, zoneId, 1, 1);
  return first?.total ?? 0;
}

export async function findPurge(tx: Tx, zoneId: string, purgeId: string): Promise<PurgeRow | undefined> {
  const rows = await tx.named<PurgeRow>(
    'find-purge',
    'select id, kind, files, file_count, requested_by, seq, created_at, live_at from purges where zone_id = $1 and id = $2',
    [zoneId, purgeId],
  );
  return rows[0];
}

/** When each node that has done the purge did it. */
export async function listPurgeNodes(tx: Tx, purgeId: string): Promise<Map<string, Date>> {
  const rows = await tx.db
    .selectFrom('purge_nodes')
    .select(['node_id', 'done_at'])
    .where('purge_id', '=', purgeId)
    .execute();
  return new Map(rows.map((row) => [row.node_id, row.done_at]));
}

export async function insertPurge(
  tx: Tx,
  purge: Omit<PurgeRow, 'created_at' | 'live_at' | 'file_count'> & { customer_id: number; zone_id: string },
): Promise<PurgeRow> {
  const row = await tx.db
    .insertInto('purges')
    .values({
      ...purge,
      files: JSON.stringify(purge.files),
      file_count: purge.files.length,
      created_at: sql`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as PurgeRow;
}
