import { liveNodeRoutes } from '@headwater/contract/nodes/live-routes';
import { streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import { streamRoutes } from '@headwater/contract/streams/routes';
import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import type { Feature, Serve } from '../../lib/feature.ts';
import { Problem } from '../../lib/problem.ts';
import { serve } from '../../lib/serve.ts';
import { serveStreamDefaults } from './defaults/routes.ts';
import { openEdgeStream, openLiveStream } from './document.ts';
import { recordLiveReport } from './live/report.ts';
import { streamIdOf } from './places.ts';
import { followNode, followService } from './publish.ts';
import { sweepRecordings } from './recordings/drop.ts';
import { openRecording } from './recordings/place.ts';
import { serveStreams } from './routes.ts';
import { streamSearch } from './search.ts';
import { moveStreams } from './servers.ts';
import { sweepStreams } from './sweep.ts';
import { serveTranscoding } from './transcoding/routes.ts';

export { republishStreams } from './publish.ts';
export { seedStream } from './seed.ts';

const serveLiveNodes: Serve = (deps) =>
  serve(deps, liveNodeRoutes, {
    async reportLive({ who, body }) {
      if (who.kind !== 'live') throw new Problem('forbidden', 'Only live servers tell of streams.');
      return recordLiveReport(deps, who, body);
    },
  });

const parts = [serveStreams, serveStreamDefaults, serveTranscoding, serveLiveNodes];

export const feature: Feature = {
  routes: { ...streamRoutes, ...streamDefaultRoutes, ...transcodingRoutes, ...liveNodeRoutes },
  serve: (deps) => {
    for (const part of parts) part(deps);
  },
  topics: {
    streams: 'streams.view',
    recordings: 'streams.view',
    transcoding: 'streams.view',
    'stream-defaults': 'streams.view',
  },
  followed: [
    { kind: 'live', prefix: 'stream/', topic: 'streams', open: openLiveStream },
    {
      kind: 'edge',
      prefix: 'zone/live',
      topic: 'streams',
      thingOf: (id) => streamIdOf(`live${id}`),
      open: openEdgeStream,
    },
    { kind: 'storage', prefix: 'recording/', open: openRecording },
  ],
  search: [streamSearch],
  jobs: [
    { name: 'sweep-streams', cron: '47 * * * *', run: sweepStreams },
    { name: 'sweep-recordings', cron: '13 * * * *', run: sweepRecordings },
    { name: 'move-streams', cron: '* * * * *', run: moveStreams },
  ],
  onServiceChange: followService,
  onNodeMoved: followNode,
};
