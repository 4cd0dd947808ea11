import type { StreamType } from '@headwater/contract/streams/schema';
import type { StreamSettingName } from '@headwater/contract/streams/settings';
import { AnchorLink } from '../../../ui/links.tsx';
import { listWord } from '../stream-types.ts';

type Props = {
  serviceId: number;
  stream: { streamId: string; type: string; name: string };
  setting: StreamSettingName;
};

/** A stream's name, leading to one of its settings. */
export function SettingLink({ serviceId, stream: { streamId, type, name }, setting }: Props) {
  return (
    <AnchorLink
      to={`/$serviceId/streams/${listWord(type as StreamType)}/$streamId`}
      params={{ serviceId: String(serviceId), streamId }}
      search={{ tab: 'settings', setting }}
      size="sm"
    >
      {name}
    </AnchorLink>
  );
}
