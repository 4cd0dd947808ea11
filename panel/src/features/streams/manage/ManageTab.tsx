import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { DeedLine } from '../../../ui/DeedLine.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { type Asking, StreamDialogs } from '../StreamDialogs.tsx';
import { useStatus } from '../use-stream-deeds.ts';
import { StreamForm } from './StreamForm.tsx';

/** What a stream is called and how it behaves, and what ends it. */
export default function ManageTab({ stream }: { serviceId: number; stream: Stream }) {
  const [asking, setAsking] = useState<Asking>(null);
  const navigate = useNavigate();
  const refused = useRefusal(streamRoutes.setStreamStatus);
  const enable = useStatus(stream);
  const enabled = stream.status === 0;
  return (
    <Stack gap="md">
      <StreamForm key={stream.id} stream={stream} />
      <Panel flush>
        {enabled && (
          <DeedLine
            deed="Restart stream"
            text="Ends what is live now and begins anew, with new processes. Publishers have to connect again."
            refused={refused}
            onDo={() => setAsking('restart')}
          />
        )}
        <DeedLine
          deed={enabled ? 'Disable stream' : 'Enable stream'}
          text={
            enabled
              ? 'Publishers are refused and nobody can watch. Settings and recordings stay.'
              : 'Publishers are let in and viewers can watch again.'
          }
          refused={refused}
          busy={enable.isPending}
          onDo={() => (enabled ? setAsking('disable') : enable.mutate(0))}
        />
        <DeedLine
          deed="Delete stream"
          text="It ends at once, and its addresses stop working. It can be restored, with its recordings, for 30 days."
          refused={refused}
          danger
          onDo={() => setAsking('delete')}
        />
      </Panel>
      <StreamDialogs
        stream={stream}
        asking={asking}
        onClose={() => setAsking(null)}
        onDeleted={() =>
          void navigate({
            to: `/$serviceId/streams/${stream.type}`,
            params: { serviceId: String(stream.serviceId) },
          })
        }
      />
    </Stack>
  );
}
