import type { streamRoutes } from '@headwater/contract/streams/routes';
import { aliasFrom } from '@headwater/contract/zones/alias';
import { recordActivity } from '../../../lib/activity.ts';
import { signPath } from '../../../lib/edge-link.ts';
import type { Deps } from '../../../lib/feature.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Handlers } from '../../../lib/serve.ts';
import { refuseInactive } from '../../services/index.ts';
import { baseUrlOf, recordingsPathOf } from '../places.ts';
import { recordingsKeyOf } from '../secrets.ts';
import { findStream, lockStream, readKey, type StreamRow } from '../store.ts';
import { dropRecordings } from './drop.ts';
import { findStorageOf } from './storage.ts';
import { findRecording, listRecordings, toRecording } from './store.ts';

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
      const recording = await findRecording(tx, stream.id, params.recordingId);
      await refuseInactive(tx, stream.service_id, 'its recordings cannot be opened');
      if (stream.deleted_at) throw new Problem('conflict', 'This stream is deleted. Restore it first.');
      if (recording.lost !== null) throw new Problem('conflict', recording.lost);
      if (recording.state !== 'stored') {
        throw new Problem('conflict', 'This recording is not in storage yet. Try again in a moment.');
      }
      const place = await findStorageOf(tx, stream.id);
      if (recording.storage_node_id !== null && recording.storage_node_id !== place?.nodeId) {
        throw new Problem(
          'conflict',
          'This recording is not in the storage that has the earlier ones of this stream. It can be opened once those are gone.',
        );
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
      const recording = await findRecording(tx, stream.id, params.recordingId);
      if (recording.state === 'recording' && !recording.orphaned) {
        throw new Problem('conflict', 'This is being recorded. It can be deleted once the stream has ended.');
      }
      const shown = toRecording(recording, keptOf(stream));
      await recordActivity(tx.db, who, {
        action: 'recording.deleted',
        object: { type: 'recording', id: recording.id, name: shown.name },
        serviceId: stream.service_id,
      });
      await dropRecordings({ settings }, tx, [recording]);
      return { recording: shown };
    }),
});

const keptOf = ({ name, settings }: StreamRow) => ({ name, retentionDays: settings.dvr.retentionDays });
