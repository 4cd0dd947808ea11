import type { liveNodeRoutes } from '@headwater/contract/nodes/live-routes';
import type { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import type { streamRoutes } from '@headwater/contract/streams/routes';
import { defaultProfiles } from '@headwater/contract/transcoding/profile';
import type { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import type { FeatureSamples } from '../samples.ts';
import { addRecording, addStream } from '../streams.ts';

type AllRoutes = typeof streamRoutes & typeof liveNodeRoutes & typeof streamDefaultRoutes & typeof transcodingRoutes;

const plainFilter = { name: 'Plain', deinterlace: 'off', crop: null, logo: null, text: null };
/** A PNG of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

export const samples: FeatureSamples<AllRoutes> = {
  async things(world, owner) {
    const sources = [{ url: 'https://origin.test/live/index.m3u8' }];
    const stream = await addStream(world, owner, { input: 'pull', sources }, 'dvr');
    const at = `/services/${owner.serviceId}/live-transcoding`;
    const profile = await world.ask(owner, 'POST', `${at}/profiles`, { value: defaultProfiles[0] });
    const filter = await world.ask(owner, 'POST', `${at}/filters`, { value: plainFilter });
    const logo = await world.ask(owner, 'POST', `${at}/logos`, { name: 'dot.png', base64: dot });
    return {
      type: 'dvr',
      streamId: stream.id,
      recordingId: await addRecording(world, stream),
      profileId: profile.body.profileid,
      filterId: filter.body.filterid,
      imageId: logo.body.logo.id,
    };
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
    listLiveProfiles: {},
    createLiveProfile: { body: { value: defaultProfiles[1]! } },
    getLiveProfile: {},
    updateLiveProfile: { body: { isDefault: true } },
    deleteLiveProfile: {},
    listLiveFilters: {},
    createLiveFilter: { body: { value: plainFilter } },
    getLiveFilter: {},
    updateLiveFilter: { body: { value: { ...plainFilter, deinterlace: 'auto' } } },
    deleteLiveFilter: {},
    previewFilter: { body: { value: plainFilter } },
    listLogos: {},
    uploadLogo: { body: { name: 'dot.png', base64: dot } },
    getLogo: {},
    deleteLogo: {},
    saveStreamDefault: { body: { settings: { hash: { enabled: true } }, mode: 'overwrite' } },
  },
};
