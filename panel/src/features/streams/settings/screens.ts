import { streamRoutes } from '@headwater/contract/streams/routes';
import { createElement } from 'react';
import type { Screen, Topics } from '../../../lib/feature.ts';
import { transcodingScreens } from '../transcoding/screens.ts';
import { defaultPages } from './default-pages.ts';

const base = 'streams/settings';
/** Each page has an address; that of them all shows the first. */
const addresses = [
  { path: base, page: defaultPages[0] },
  ...defaultPages.map((page) => ({ path: `${base}/${page.path}`, page })),
];

const pageScreens = addresses.map(
  ({ path, page }): Screen => ({
    frame: 'service',
    path,
    title: 'Live settings',
    access: streamRoutes.listStreams.access,
    hiddenForCdnPlus: true,
    load: async () => {
      const { DefaultsScreen } = await import('./DefaultsScreen.tsx');
      return () => createElement(DefaultsScreen, { page });
    },
  }),
);

export const settingsScreens: readonly Screen[] = [...pageScreens, ...transcodingScreens];

export const settingsTopics: Topics = {
  'stream-defaults': { concerns: (path) => path.startsWith('/services/:serviceId/streams/settings') },
  transcoding: { concerns: (path) => path.startsWith('/services/:serviceId/live-transcoding') },
};
