import { streamRoutes } from '@headwater/contract/streams/routes';
import { createElement } from 'react';
import type { Screen, Topics } from '../../lib/feature.ts';
import { settingsScreens, settingsTopics } from './settings/screens.ts';
import { readStreamSearch, readStreamsSearch } from './stream-search.ts';
import { addressTypes, addressWords, typeOfAddress } from './stream-types.ts';

/** `dvr` and `record` are two words for one type: lists stand at either, and so does each stream. */
const streamScreens = addressTypes.flatMap((word): Screen[] => {
  const type = typeOfAddress(word);
  const { plural, singular } = addressWords[type];
  return [
    {
      frame: 'service',
      path: `streams/${word}`,
      title: plural,
      access: streamRoutes.listStreams.access,
      hiddenForCdnPlus: true,
      readSearch: readStreamsSearch,
      load: async () => {
        const { StreamsScreen } = await import('./StreamsScreen.tsx');
        return () => createElement(StreamsScreen, { type });
      },
    },
    {
      frame: 'service',
      path: `streams/${word}/$streamId`,
      title: singular,
      access: streamRoutes.getStream.access,
      hiddenForCdnPlus: true,
      readSearch: readStreamSearch,
      load: async () => {
        const { StreamScreen } = await import('./StreamScreen.tsx');
        return () => createElement(StreamScreen, { type });
      },
    },
  ];
});

export const screens: Screen[] = [...streamScreens, ...settingsScreens];

const streamPaths = '/services/:serviceId/streams';

export const topics: Topics = {
  ...settingsTopics,
  streams: {
    concerns: (path) =>
      path === streamPaths || (path.startsWith(`${streamPaths}/:type`) && !path.endsWith('/statistics')),
    idParam: 'streamId',
  },
  usage: { concerns: (path) => path === `${streamPaths}/:type/:streamId/statistics` },
};
