import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';

export type Storage = { nodeId: string; doorUrl: string };

/** Where a stream's recordings are kept, and how it is reached; null where it has none yet. */
export async function findStorageOf({ db }: Pick<Tx, 'db'>, streamId: string): Promise<Storage | null> {
  const { rows } = await sql<Storage>`
    select n.id as "nodeId", n.doors ->> 'url' as "doorUrl" from recordings r join nodes n on n.id = r.storage_node_id
    where r.stream_id = ${streamId} and r.deleted_at is null and n.doors is not null
    order by r.started_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Where a new recording is to go: to those that the stream has already, since edges know one place for each stream, or to
 * the storage that holds the fewest. As the owner's role.
 */
export async function chooseStorage(tx: Pick<Tx, 'db'>, streamId: string): Promise<Storage | null> {
  const { rows } = await sql<Storage>`
    select n.id as "nodeId", n.doors ->> 'url' as "doorUrl" from nodes n
    where n.kind = 'storage' and n.state = 'in_service' and n.doors is not null
    order by exists (select from recordings r where r.stream_id = ${streamId} and r.storage_node_id = n.id
        and r.deleted_at is null) desc,
      (select count(*) from recordings r where r.storage_node_id = n.id and r.deleted_at is null), n.id
    limit 1`.execute(tx.db);
  return rows[0] ?? null;
}
