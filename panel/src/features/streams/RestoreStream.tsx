import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { useRefusal } from '../../lib/permission.ts';
import { RestoreButton } from '../../ui/RestoreButton.tsx';
import { useRestore } from './use-stream-deeds.ts';

/** Restores a stream from its row in the list of deleted ones. */
export function RestoreStream({ stream }: { stream: Stream }) {
  const refused = useRefusal(streamRoutes.restoreStream);
  const restore = useRestore(stream);
  return (
    <RestoreButton name={stream.name} refused={refused} busy={restore.isPending} onRestore={() => restore.mutate()} />
  );
}
