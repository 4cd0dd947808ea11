import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Recording } from '@headwater/contract/streams/schema';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useLateOpening } from '../../../ui/use-late-opening.ts';
import FilePlayer from '../player/FilePlayer.tsx';
import { streamParams } from '../stream-queries.ts';
import type { RecordedStream } from './RecordingActions.tsx';

type Props = { stream: RecordedStream; recording: Recording; opened: boolean; onClose: () => void };

/** Plays a recording by an address that is good for ten minutes; seeking asks for it again only where it has to. */
export default function PlayDialog({ stream, recording, opened, onClose }: Props) {
  const shown = useLateOpening(opened);
  const query = useQuery({
    // Not under the route's path: an event about the stream must not exchange the address that plays.
    queryKey: ['ticket of a recording', recording.id],
    queryFn: () =>
      call(streamRoutes.createRecordingLink, { params: { ...streamParams(stream), recordingId: recording.id } }),
    enabled: shown,
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Modal opened={shown} onClose={onClose} size="xl" title={`${stream.name}, ${formatDateTime(recording.startedAt)}`}>
      {query.error ? (
        <ErrorState
          error={query.error}
          title="The recording could not be opened"
          onRetry={() => void query.refetch()}
        />
      ) : (
        <FilePlayer src={query.data?.url ?? null} label={`Recording of ${stream.name}`} />
      )}
    </Modal>
  );
}
