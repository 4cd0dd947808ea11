import { streamRoutes } from '@headwater/contract/streams/routes';
import type { StreamType } from '@headwater/contract/streams/schema';
import {
  IconAdjustmentsHorizontal,
  IconBroadcast,
  IconClockPause,
  IconCloudDownload,
  IconCloudUpload,
  IconStack2,
  IconVideo,
} from '@tabler/icons-react';
import { lazy } from 'react';
import type { DeployEntry, Icon, MenuEntry, PermissionGroup, SearchCategory } from '../../lib/feature.ts';
import { listWord } from './stream-types.ts';

const lines: { type: StreamType; label: string; icon: Icon }[] = [
  { type: 'push', label: 'Push', icon: IconCloudUpload },
  { type: 'pull', label: 'Pull', icon: IconCloudDownload },
  { type: 'abr', label: 'Multi-bitrate', icon: IconStack2 },
  { type: 'dvr', label: 'Record', icon: IconVideo },
  { type: 'timeshift', label: 'Timeshift', icon: IconClockPause },
];

export const menu: MenuEntry[] = [
  ...lines.map(({ type, label, icon }, index) => ({
    menu: 'live' as const,
    label,
    icon,
    order: 10 * (index + 1),
    to: `/$serviceId/streams/${listWord(type)}`,
    access: streamRoutes.listStreams.access,
    hiddenForCdnPlus: true,
  })),
  {
    menu: 'service',
    label: 'Live settings',
    icon: IconAdjustmentsHorizontal,
    order: 100,
    to: '/$serviceId/streams/settings',
    access: streamRoutes.listStreams.access,
    hiddenForCdnPlus: true,
  },
];

export const deploy: DeployEntry[] = [
  {
    label: 'Live stream',
    description: 'Publish to us or let us fetch; record, delay, several qualities',
    icon: IconBroadcast,
    order: 20,
    access: streamRoutes.createStream.access,
    hiddenForCdnPlus: true,
    open: lazy(() => import('./DeployLiveDialog.tsx')),
  },
];

export const permissions: PermissionGroup[] = [
  {
    label: 'Live streams',
    order: 25,
    permissions: [
      {
        name: 'streams.view',
        label: 'View streams',
        description: 'See and watch streams, their sessions, recordings and traffic',
      },
      {
        name: 'streams.manage',
        label: 'Manage streams',
        description: 'Create, change and delete streams and their recordings, and see stream keys',
      },
    ],
  },
];

export const search: SearchCategory[] = [{ name: 'Live Streams', icon: IconBroadcast, order: 40 }];
