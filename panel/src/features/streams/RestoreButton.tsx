import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { Button } from '@mantine/core';
import { useRefusal } from '../../lib/permission.ts';
import { Refusable } from '../../ui/Refusable.tsx';
import { useRestore } from './use-stream-deeds.ts';

/** Restores a stream from its row in the list of deleted ones. */
export function RestoreButton({ stream }: { stream: Stream }) {
  const refused = useRefusal(streamRoutes.restoreStream);
  const restore = useRestore(stream);
  return (
    <Refusable reason={refused}>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Restore ${stream.name}`}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        Restore
      </Button>
    </Refusable>
  );
}
