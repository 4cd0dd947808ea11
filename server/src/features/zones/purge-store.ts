import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';
import { refusalWords } from '../nodes/index.ts';

export type PurgeRow = {
  id: string;
  kind: string;
  files: string[];
  file_count: number;
  requested_by: string;
  seq: number;
  created_at: Date;
  live_at: Date | null;
  /** Why an edge kept what it had: it refused the purge, or the zone's document that carries it. */
  refusal?: string | null;
};

const refused = `
  from node_refusals r join nodes n on n.id = r.node_id and n.state = 'in_service'
  where r.kind = 'edge'
    and (r.key = 'purge/' || p.id or (p.kind <> 'url' and r.key = 'zone/' || p.zone_id and r.seq >= p.seq))`;
const columns = `p.id, p.kind, p.file_count, p.requested_by, p.seq, p.created_at, p.live_at,
  (select ${refusalWords} ${refused} limit 1) as refusal`;

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
    `select ${columns}, jsonb_path_query_array(p.files, '$[0 to ${filesInLists - 1}]') as files, count(*) over () as total
     from purges p where p.zone_id = $1 order by p.created_at desc, p.id limit $2 offset $3`,
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
    `select ${columns}, p.files from purges p where p.zone_id = $1 and p.id = $2`,
    [zoneId, purgeId],
  );
  return rows[0];
}

/** The nodes that refuse the purge. */
export async function listRefusingNodes(tx: Tx, purgeId: string): Promise<Set<string>> {
  const rows = await tx.named<{ node_id: string }>(
    'purge-refusals',
    `select refusing.node_id from purges p, lateral (select r.node_id ${refused}) refusing where p.id = $1`,
    [purgeId],
  );
  return new Set(rows.map((row) => row.node_id));
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
  purge: Omit<PurgeRow, 'created_at' | 'live_at' | 'file_count' | 'refusal'> & { customer_id: number; zone_id: string },
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
