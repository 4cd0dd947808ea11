import type { streamRoutes } from '@headwater/contract/streams/routes';
import { aliasFrom } from '@headwater/contract/zones/alias';
import { sql } from 'kysely';
import { recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import { signPath } from '../../../lib/edge-link.ts';
import type { Deps } from '../../../lib/feature.ts';
import { notFound, Problem } from '../../../lib/problem.ts';
import type { Handlers } from '../../../lib/serve.ts';
import { baseUrlOf, recordingsPathOf } from '../places.ts';
import { recordingsKeyOf } from '../secrets.ts';
import { findStream, lockStream, readKey, type StreamRow } from '../store.ts';
import { dropRecording } from './drop.ts';
import { listRecordings, type RecordingRow, toRecording } from './store.ts';

const linkSeconds = 600;

type Own = 'listRecordings' | 'createRecordingLink' | 'deleteRecording';

export const recordingHandlers = ({ database, settings }: Deps): Pick<Handlers<typeof streamRoutes>, Own> => ({
  listRecordings: ({ who, params, query }) =>
    database.readAsCustomer(who.customerId, async (tx) => {
      const stream = await findStream(tx, readKey(params));
      const { recordings, total } = await listRecordings(tx, stream.id, query);
      const shown = recordings.map((row) => toRecording(row, keptOf(stream)));
      return { recordings: shown, page: query.page, rows: query.rows, total };
    }),

  createRecordingLink: ({ who, params }) =>
    database.readAsCustomer(who.customerId, async (tx) => {
      const stream = await findStream(tx, readKey(params));
      const recording = await findRecording(tx, stream, params.recordingId);
      if (stream.deleted_at) throw new Problem('conflict', 'This stream is deleted. Restore it first.');
      if (recording.state !== 'stored') {
        throw new Problem('conflict', 'This recording is not in storage yet. Try again in a moment.');
      }
      const expires = new Date(Date.now() + linkSeconds * 1000);
      const sign = (rest: string) => {
        // A directory of its own: the link opens this recording, and no other of the stream.
        const directory = `/${recordingsPathOf(stream.id)}/${recording.id}/`;
        const key = recordingsKeyOf(settings, stream.id);
        return baseUrlOf(stream.service_id, settings) + signPath(key, { directory, rest, expires });
      };
      const { name } = toRecording(recording, keptOf(stream));
      return {
        url: sign(`${recording.id}.mp4`),
        downloadUrl: sign(`${recording.id}/download/${aliasFrom(name, 'recording')}.mp4`),
        expiresAt: expires.toISOString(),
      };
    }),

  deleteRecording: ({ who, params }) =>
    database.asCustomer(who.customerId, async (tx) => {
      const stream = await lockStream(tx, readKey(params));
      const recording = await findRecording(tx, stream, params.recordingId);
      if (recording.state === 'recording') {
        throw new Problem('conflict', 'This is being recorded. It can be deleted once the stream has ended.');
      }
      const shown = toRecording(recording, keptOf(stream));
      await recordActivity(tx.db, who, {
        action: 'recording.deleted',
        object: { type: 'recording', id: recording.id, name: shown.name },
        serviceId: stream.service_id,
      });
      await dropRecording(tx, recording);
      return { recording: shown };
    }),
});

const keptOf = ({ name, settings }: StreamRow) => ({ name, retentionDays: settings.dvr.retentionDays });

async function findRecording({ db }: Pick<Tx, 'db'>, stream: StreamRow, id: string): Promise<RecordingRow> {
  const { rows } = await sql<RecordingRow>`
    select * from recordings where id = ${id} and stream_id = ${stream.id} and deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound('Recording');
  return rows[0];
}
