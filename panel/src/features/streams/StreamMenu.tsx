import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { Menu } from '@mantine/core';
import { IconCopy, IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRefusal } from '../../lib/permission.ts';
import { ActionsMenu } from '../../ui/ActionsMenu.tsx';
import { EndActions } from '../../ui/EndActions.tsx';
import { MenuLink } from '../../ui/links.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { copyText } from './copy-text.ts';
import { type Asking, StreamDialogs } from './StreamDialogs.tsx';
import { useStatus } from './use-stream-deeds.ts';

/** What can be done to a stream from its row. */
export function StreamMenu({ stream }: { stream: Stream }) {
  const [asking, setAsking] = useState<Asking>(null);
  const enable = useStatus(stream);
  const refused = useRefusal(streamRoutes.setStreamStatus);
  const { ingest, playback, name } = stream;
  return (
    <>
      <ActionsMenu of={name} busy={enable.isPending}>
        <MenuLink
          to={`/$serviceId/streams/${stream.type}/$streamId`}
          params={{ serviceId: String(stream.serviceId), streamId: stream.id }}
          leftSection={<IconExternalLink size={16} />}
        >
          Open
        </MenuLink>
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          onClick={() => void copyText(playback.hls, 'The playback address was copied')}
        >
          Copy playback address
        </Menu.Item>
        {ingest && (
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            onClick={() => void copyText(ingest.url, 'The ingest address was copied')}
          >
            Copy ingest address
          </Menu.Item>
        )}
        <Menu.Divider />
        {stream.status === 0 && (
          <Refusable reason={refused}>
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setAsking('restart')}>
              Restart
            </Menu.Item>
          </Refusable>
        )}
        <EndActions
          enabled={stream.status === 0}
          refused={refused}
          onDisable={() => setAsking('disable')}
          onEnable={() => enable.mutate(0)}
          onDelete={() => setAsking('delete')}
        />
      </ActionsMenu>
      <StreamDialogs stream={stream} asking={asking} onClose={() => setAsking(null)} />
    </>
  );
}
