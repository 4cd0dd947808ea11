import { isDeepStrictEqual } from 'node:util';
import type { NodeKind } from '@headwater/contract/nodes/routes';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../lib/db.ts';
import { lockFeeds, putDesiredState } from '../../lib/desired-state.ts';
import type { Deps, ServiceChange } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import type { Settings } from '../../lib/settings.ts';
import type { NodeIdentity } from '../../lib/who.ts';
import { type Surroundings, toEdgeRecordings, toEdgeStream, toLiveStream } from './document.ts';
import { edgeIdOf, edgeRecordingsIdOf } from './places.ts';
import { findStorageOf } from './recordings/storage.ts';
import type { StreamRow } from './store.ts';
import { readTranscoding } from './transcoding/read.ts';

type Documents = { edge: object | null; recordings: object | null; live: object | null };

/**
 * Writes what the live node, and the edges, are to do about a stream, and tells the customer's browsers. The stream is
 * locked by now; the last statements of a transaction.
 */
export async function publishStream(
  { settings }: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  stream: StreamRow,
): Promise<void> {
  await notify(tx.db, {
    customerId: stream.customer_id,
    event: { topic: 'streams', serviceId: stream.service_id, id: stream.id },
  });
  await putDocuments(tx, stream, await documentsOf(tx, stream, settings));
}

async function putDocuments(tx: Pick<Tx, 'db'>, stream: StreamRow, documents: Documents): Promise<void> {
  // The edges' feed before that of live nodes, here as everywhere.
  await putOne(tx, 'edge', `zone/${edgeIdOf(stream.id)}`, stream.customer_id, documents.edge);
  await putOne(tx, 'edge', `zone/${edgeRecordingsIdOf(stream.id)}`, stream.customer_id, documents.recordings);
  await putOne(tx, 'live', `stream/${stream.id}`, stream.customer_id, documents.live);
}

/** What nodes never heard of need not be taken from them: most streams have no recordings. */
async function putOne(
  tx: Pick<Tx, 'db'>,
  kind: NodeKind,
  key: string,
  customerId: number,
  doc: object | null,
): Promise<void> {
  if (doc === null) {
    const { rows } = await sql`
      select from desired_state where kind = ${kind} and key = ${key} and not deleted`.execute(tx.db);
    if (rows.length === 0) return;
  }
  await putDesiredState(tx, kind, key, customerId, doc);
}

async function documentsOf(tx: Pick<Tx, 'db'>, stream: StreamRow, settings: Settings): Promise<Documents> {
  if (stream.deleted_at) return { edge: null, recordings: null, live: null };
  const around = await readSurroundings(tx, stream, settings);
  const storage = await findStorageOf(tx, stream.id);
  return {
    edge: toEdgeStream(stream, around, settings),
    recordings: storage && { ...toEdgeRecordings(stream, storage, settings), disabled: !around.isServiceActive },
    live: stream.node_id === null ? null : toLiveStream(stream, around, settings),
  };
}

async function readSurroundings(tx: Pick<Tx, 'db'>, stream: StreamRow, settings: Settings): Promise<Surroundings> {
  const { rows } = await sql<{ domainstatus: string; streams_at_once: number | null; url: string | null }>`
    select s.domainstatus, s.streams_at_once, n.doors ->> 'url' as url
    from services s left join nodes n on n.id = ${stream.node_id} where s.id = ${stream.service_id}`.execute(tx.db);
  const [service] = rows;
  const { enabled, profileIds, filterId } = stream.settings.transcode;
  return {
    isServiceActive: service?.domainstatus === 'Active',
    streamsAtOnce: service?.streams_at_once ?? settings.liveStreamsAtOnce,
    transcoding: enabled
      ? await readTranscoding(tx, { serviceId: stream.service_id, profileIds, filterId })
      : { rungs: [], filter: null },
    doorUrl: service?.url ?? null,
  };
}

/** Streams, locked in the order of their ids, whose documents are other than what they should be. */
async function lockDrifted(
  { settings }: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  which: RawBuilder<unknown>,
): Promise<StreamRow[]> {
  const { rows } = await sql<StreamRow & { edge: object | null; recordings: object | null; live: object | null }>`
    select s.*, e.doc as edge, r.doc as recordings, l.doc as live from streams s
    left join desired_state e on e.kind = 'edge' and e.key = 'zone/live' || s.id
    left join desired_state r on r.kind = 'edge' and r.key = 'zone/live' || s.id || 'r'
    left join desired_state l on l.kind = 'live' and l.key = 'stream/' || s.id
    where ${which} order by s.id for update of s`.execute(tx.db);
  const drifted: StreamRow[] = [];
  for (const { edge, recordings, live, ...stream } of rows) {
    const expected = await documentsOf(tx, stream, settings);
    if (!isDeepStrictEqual(toJson(expected), { edge, recordings, live })) drifted.push(stream);
  }
  return drifted;
}

/** As the database gives it back. */
const toJson = (documents: Documents): unknown => JSON.parse(JSON.stringify(documents));

/**
 * Brings what nodes are told in line with what streams say.
 * @returns how many streams were told anew.
 */
export const republishStreams = (
  database: Database,
  settings: Settings,
  which: RawBuilder<unknown> = sql`true`,
): Promise<number> => database.owner.transaction().execute((db) => republishWithin({ settings }, { db }, which));

/** The same in the transaction of a change that streams follow. As the owner's role. */
export async function republishWithin(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  which: RawBuilder<unknown>,
): Promise<number> {
  const drifted = await lockDrifted(deps, tx, which);
  if (drifted.length > 0) await lockFeeds(tx);
  for (const stream of drifted) await publishStream(deps, tx, stream);
  return drifted.length;
}

/** Streams play while their service is Active. */
export async function followService(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  { id }: ServiceChange,
): Promise<(() => Promise<void>) | null> {
  const drifted = await lockDrifted(deps, tx, sql`s.service_id = ${id}`);
  if (drifted.length === 0) return null;
  return async () => {
    for (const stream of drifted) await publishStream(deps, tx, stream);
  };
}

/** Edges are told where a live node, or a storage, is reached now. */
export async function followNode(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  { nodeId, kind }: NodeIdentity,
): Promise<void> {
  if (kind === 'live') {
    // Those that were made before there was a live server.
    await sql`
      update streams set node_id = ${nodeId} where id in (
        select id from streams where node_id is null order by id for update)`.execute(tx.db);
    await republishWithin(deps, tx, sql`s.node_id = ${nodeId}`);
  }
  if (kind !== 'storage') return;
  await republishWithin(
    deps,
    tx,
    sql`s.id in (select r.stream_id from recordings r where r.storage_node_id = ${nodeId})`,
  );
}

/** Streams that use a profile or a filter follow its change, in the same transaction of the customer's. */
export async function republishStreamsUsing(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  used: { profileId: string } | { filterId: string },
): Promise<void> {
  const which =
    'profileId' in used
      ? sql`s.settings -> 'transcode' -> 'profileIds' ? ${used.profileId}`
      : sql`s.settings -> 'transcode' ->> 'filterId' = ${used.filterId}`;
  const { rows } = await sql<StreamRow>`
    select s.* from streams s where s.deleted_at is null and ${which} order by s.id for update of s`.execute(tx.db);
  if (rows.length > 0) await lockFeeds(tx);
  for (const stream of rows) await publishStream(deps, tx, stream);
}
