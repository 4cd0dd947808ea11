import type { liveNodeRoutes } from '@headwater/contract/nodes/live-routes';
import type { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import type { streamRoutes } from '@headwater/contract/streams/routes';
import type { FeatureSamples } from '../samples.ts';
import { addRecording, addStream } from '../streams.ts';

type AllRoutes = typeof streamRoutes & typeof liveNodeRoutes & typeof streamDefaultRoutes;

export const samples: FeatureSamples<AllRoutes> = {
  async things(world, owner) {
    const sources = [{ url: 'https://origin.test/live/index.m3u8' }];
    const stream = await addStream(world, owner, { input: 'pull', sources }, 'dvr');
    return { type: 'dvr', streamId: stream.id, recordingId: await addRecording(world, stream) };
  },
  routes: {
    listStreams: {},
    getServiceStreams: {},
    listStreamServers: {},
    createStream: { body: { name: 'From the matrix' } },
    getStream: {},
    updateStream: { body: { name: 'Renamed' } },
    updateSources: { body: { sources: [{ url: 'rtmp://second.test/live/one' }] } },
    setStreamStatus: { body: { status: 1 } },
    restartStream: {},
    rotateStreamKey: {
      before: (world, _owner, { streamId }) =>
        world.database.ownerPool.query(`update streams set input = 'push' where id = $1`, [streamId]),
    },
    deleteStream: {},
    restoreStream: {
      before: (world, owner, { streamId }) =>
        world.ask(owner, 'DELETE', `/services/${owner.serviceId}/streams/dvr/${streamId}`),
    },
    getStreamHealth: {},
    getStreamStatistics: {},
    listStreamSessions: {},
    createPlaybackLink: { body: { for: 'preview' } },
    listRecordings: {},
    createRecordingLink: {},
    deleteRecording: {},
    reportLive: { body: { batchId: 'matrix-live', sessions: [], states: [], health: [], recordings: [] } },
    getStreamDefaults: {},
    previewStreamDefault: { body: { settings: { hash: { enabled: true } } } },
    saveStreamDefault: { body: { settings: { hash: { enabled: true } }, mode: 'overwrite' } },
  },
};
