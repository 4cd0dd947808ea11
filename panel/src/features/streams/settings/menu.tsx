import { streamRoutes } from '@headwater/contract/streams/routes';
import {
  IconDeviceDesktopSearch,
  IconFingerprint,
  IconKey,
  IconLink,
  IconNetwork,
  IconPlayerRecord,
  IconStack2,
  IconWorldPin,
  IconWorldWww,
} from '@tabler/icons-react';
import type { Icon, MenuEntry } from '../../../lib/feature.ts';
import { defaultPages } from './default-pages.ts';

const icons: Record<(typeof defaultPages)[number]['path'], Icon> = {
  hash: IconFingerprint,
  dvr: IconPlayerRecord,
  'live-transcoding': IconStack2,
  'domain-lock': IconWorldWww,
  'geo-block': IconWorldPin,
  'secure-token': IconLink,
  'ip-access': IconNetwork,
  'user-agent': IconDeviceDesktopSearch,
  'rtmp-auth': IconKey,
};

export const settingsMenu: readonly MenuEntry[] = defaultPages.map(({ path, title }, index) => ({
  menu: 'service',
  group: 'Live streams',
  label: title,
  icon: icons[path],
  order: 100 + index,
  to: `/$serviceId/streams/settings/${path}`,
  access: streamRoutes.updateStream.access,
  hiddenForCdnPlus: true,
}));
