import { storageFullWords } from '@headwater/contract/nodes/storage-document';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { awayAfterSeconds } from '../../nodes/index.ts';
import type { RecordingRow } from './store.ts';

export type Storage = { nodeId: string; doorUrl: string };

/**
 * Where edges fetch a stream's recordings: they know one place for each stream. It stays where the oldest are for as long as
 * that storage is there, one that is drained too; null where the stream has none yet.
 */
export async function findStorageOf({ db }: Pick<Tx, 'db'>, streamId: string): Promise<Storage | null> {
  const { rows } = await sql<Storage>`
    select n.id as "nodeId", n.doors ->> 'url' as "doorUrl" from recordings r join nodes n on n.id = r.storage_node_id
    where r.stream_id = ${streamId} and r.deleted_at is null and r.state <> 'failed' and n.doors is not null
    order by r.stored_at is not null desc, r.started_at, r.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A recording waits this long for a storage that has the others of its stream: edges do not find it in another one. */
const waitSeconds = 900;

/** A storage `n` says that it has no room. */
const isFull = sql`exists (
  select from jsonb_array_elements_text(n.warnings) w (words) where starts_with(w.words, ${storageFullWords}))`;

/**
 * Where a finished recording is to go: to those that edges know of its stream, or to the storage that holds the fewest of
 * those that are there. What is drained takes nothing new; what is full, only where every one is, or while it is waited for.
 * As the owner's role.
 */
export async function chooseStorage(
  tx: Pick<Tx, 'db'>,
  { stream_id: streamId, ended_at: endedAt }: Pick<RecordingRow, 'stream_id' | 'ended_at'>,
): Promise<Storage | null> {
  const home = (await findStorageOf(tx, streamId))?.nodeId ?? '';
  const { rows } = await sql<Storage>`
    select n.id as "nodeId", n.doors ->> 'url' as "doorUrl" from nodes n
    where n.kind = 'storage' and n.state = 'in_service' and n.doors is not null
      and (n.serving and n.last_seen_at > now() - make_interval(secs => ${awayAfterSeconds})
        or n.id = ${home} and n.last_seen_at > now() - make_interval(secs => ${waitSeconds}))
    order by ${isFull} and not (n.id = ${home}
        and coalesce(${endedAt}::timestamptz > now() - make_interval(secs => ${waitSeconds}), false)
        and exists (select from recordings r where r.stream_id = ${streamId} and r.storage_node_id = n.id
          and r.stored_at is not null and r.deleted_at is null)),
      n.id = ${home} desc,
      exists (select from recordings r where r.stream_id = ${streamId} and r.storage_node_id = n.id
        and r.deleted_at is null) desc,
      (select count(*) from recordings r where r.storage_node_id = n.id and r.deleted_at is null), n.id
    limit 1`.execute(tx.db);
  return rows[0] ?? null;
}

/** Streams `s` whose recordings edges still look for at a storage that was removed. */
export const pointsAtRemovedStorage = sql`s.id in (
  select r.stream_id from recordings r
  join desired_state d on d.kind = 'edge' and d.key = 'zone/live' || r.stream_id || 'r' and not d.deleted
  where r.deleted_at is null and d.doc ->> 'nodeId' = r.storage_node_id
    and not exists (select from nodes n where n.id = r.storage_node_id))`;
