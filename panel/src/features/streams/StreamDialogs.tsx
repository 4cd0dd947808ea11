import type { Stream } from '@headwater/contract/streams/schema';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRemove, useRestart, useStatus } from './use-stream-deeds.ts';

export type Asking = 'restart' | 'disable' | 'delete' | null;
type Props = { stream: Stream; asking: Asking; onClose: () => void; onDeleted?: () => void };

/** Asks before a stream is taken from those who watch it. */
export function StreamDialogs({ stream, asking, onClose, onDeleted }: Props) {
  const restart = useRestart(stream, onClose);
  const disable = useStatus(stream, onClose);
  const remove = useRemove(stream, () => {
    onClose();
    onDeleted?.();
  });
  const pushed = stream.input === 'push';
  return (
    <>
      <ConfirmDialog
        opened={asking === 'restart'}
        onClose={onClose}
        title={`Restart ${stream.name}?`}
        action="Restart stream"
        busy={restart.isPending}
        error={null}
        onConfirm={() => restart.mutate()}
      >
        What is live now ends, and so does its recording.{' '}
        {pushed ? 'The publisher is cut off and has to connect again.' : 'The source is then fetched anew.'} Players go
        on by themselves.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={onClose}
        title={`Disable ${stream.name}?`}
        action="Disable stream"
        busy={disable.isPending}
        error={null}
        onConfirm={() => disable.mutate(1)}
        danger
      >
        {pushed ? 'The publisher is cut off and refused' : 'The source is no longer fetched'}, and nobody can watch,
        until the stream is enabled again. Recordings stay.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={onClose}
        title={`Delete ${stream.name}?`}
        action="Delete stream"
        busy={remove.isPending}
        error={null}
        onConfirm={() => remove.mutate()}
        danger
      >
        It ends at once, and its addresses stop working. For 30 days it can be restored, with its recordings; after that
        nothing brings them back.
      </ConfirmDialog>
    </>
  );
}
