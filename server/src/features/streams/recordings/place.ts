import type { RecordingPlace } from '@headwater/contract/nodes/live-report';
import type { StoredRecording } from '@headwater/contract/nodes/storage-document';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';
import { lockFeeds, putDesiredState } from '../../../lib/desired-state.ts';
import type { Deps } from '../../../lib/feature.ts';
import type { Settings } from '../../../lib/settings.ts';
import { publishStream } from '../publish.ts';
import { storageDoorOf } from '../secrets.ts';
import type { StreamRow } from '../store.ts';
import { chooseStorage } from './storage.ts';
import type { RecordingRow } from './store.ts';

/** A storage's document as the database has it: the door is put in on its way. */
type ClosedRecording = Omit<StoredRecording, 'door'>;

export const openRecording = (doc: unknown, settings: Settings): StoredRecording => {
  const recording = doc as ClosedRecording;
  return { ...recording, door: storageDoorOf(settings, recording.nodeId) };
};

/**
 * What is to become of recordings that a live node spoke of: those that are finished are given a place, storage is told of
 * those that it has by now, and those that were deleted are named.
 */
export async function placeRecordings(
  { database, settings }: Pick<Deps, 'database' | 'settings'>,
  ids: readonly string[],
): Promise<{ places: RecordingPlace[]; gone: string[] }> {
  return database.owner.transaction().execute(async (db) => {
    const tx = { db };
    // Streams before recordings, here as where a customer deletes one.
    const { rows: streams } = await sql<StreamRow>`
      select s.* from streams s where s.id in (select stream_id from recordings where id = any (${[...ids]}::text[]))
      order by s.id for update of s`.execute(db);
    const { rows } = await sql<RecordingRow>`
      select * from recordings where id = any (${[...ids]}::text[]) order by id for update`.execute(db);
    const known = new Set(rows.map(({ id }) => id));
    const gone = [...rows.filter((row) => row.deleted_at).map(({ id }) => id), ...ids.filter((id) => !known.has(id))];
    const kept = rows.filter((row) => row.deleted_at === null);
    const arrived = kept.filter((row) => row.state === 'stored' && row.stored_at === null && row.storage_node_id);
    const waiting = kept.filter((row) => row.state === 'finished' && row.sha256 !== null);
    if (arrived.length + waiting.length > 0) await lockFeeds(tx);
    for (const row of arrived) await confirmStored(tx, row);
    const places: RecordingPlace[] = [];
    for (const row of waiting) {
      const stream = streams.find(({ id }) => id === row.stream_id);
      const place = stream && (await placeOne(tx, row, stream, settings));
      if (place) places.push(place);
    }
    return { places, gone };
  });
}

async function confirmStored(tx: Pick<Tx, 'db'>, row: RecordingRow): Promise<void> {
  await sql`update recordings set stored_at = now() where id = ${row.id}`.execute(tx.db);
  await putDesiredState(
    tx,
    'storage',
    `recording/${row.id}`,
    row.customer_id,
    documentOf(row, row.storage_node_id!, true),
  );
}

async function placeOne(
  tx: Pick<Tx, 'db'>,
  row: RecordingRow,
  stream: StreamRow,
  settings: Settings,
): Promise<RecordingPlace | null> {
  const storage = await chooseStorage(tx, row);
  if (!storage) return null;
  if (row.storage_node_id !== storage.nodeId) {
    await sql`update recordings set storage_node_id = ${storage.nodeId} where id = ${row.id}`.execute(tx.db);
    const document = documentOf(row, storage.nodeId, false);
    // Edges are told where recordings of the stream are before the first one is there.
    await publishStream({ settings }, tx, stream);
    await putDesiredState(tx, 'storage', `recording/${row.id}`, row.customer_id, document);
  }
  return {
    recordingId: row.id,
    url: `${storage.doorUrl.replace(/\/$/, '')}/recordings/${row.id}.mp4`,
    door: storageDoorOf(settings, storage.nodeId),
  };
}

const documentOf = (row: RecordingRow, nodeId: string, stored: boolean): ClosedRecording => ({
  id: row.id,
  nodeId,
  sizeBytes: row.size_bytes,
  sha256: row.sha256!,
  stored,
});
