import type { ActorKind } from '@headwater/contract/activity/schema';
import { IconHeadset, IconKey, IconServer, IconUser, IconUsers } from '@tabler/icons-react';
import type { Icon } from '../../lib/feature.ts';

/** How each kind of actor is shown and called. */
export const actorLooks: Record<ActorKind, { word: string; icon: Icon }> = {
  user: { word: 'Main account holder', icon: IconUser },
  contact: { word: 'Contact', icon: IconUsers },
  key: { word: 'API key', icon: IconKey },
  operator: { word: 'Your provider', icon: IconHeadset },
  system: { word: 'The system', icon: IconServer },
};
