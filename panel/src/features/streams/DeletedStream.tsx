import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useRefusal } from '../../lib/permission.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { useRestore } from './use-stream-deeds.ts';

/** What a deleted stream shows: until when it can be brought back, and how. */
export function DeletedStream({ stream }: { stream: Stream }) {
  const refused = useRefusal(streamRoutes.restoreStream);
  const restore = useRestore(stream);
  return (
    <Panel>
      <EmptyState
        icon={<IconRestore size={20} />}
        title="This stream is deleted"
        action={
          <Refusable reason={refused}>
            <Button loading={restore.isPending} onClick={() => restore.mutate()}>
              Restore stream
            </Button>
          </Refusable>
        }
      >
        Publishers are refused, and nobody can watch. Restored, it works again with its key, its settings and its
        recordings
        {stream.restorableUntil && (
          <>
            ; that is possible until <DateTime iso={stream.restorableUntil} />
          </>
        )}
        .
      </EmptyState>
    </Panel>
  );
}
