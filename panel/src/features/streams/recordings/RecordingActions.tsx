import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Recording, Stream } from '@headwater/contract/streams/schema';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconDownload, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { wordsOf } from '../../../lib/call-error.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { DateTime } from '../../../ui/Time.tsx';
import { toast } from '../../../ui/toast.ts';
import { streamParams } from '../stream-queries.ts';

const PlayDialog = lazy(() => import('./PlayDialog.tsx'));

export type RecordedStream = Pick<Stream, 'serviceId' | 'type' | 'id' | 'name'>;
type Props = { stream: RecordedStream; recording: Recording };

const notYet: Partial<Record<Recording['state'], string>> = {
  recording: 'It can be played once the broadcast has ended.',
  finishing: 'It can be played in a moment.',
  waiting: 'It can be played once it has reached the storage.',
  failed: 'It failed: there is nothing to play.',
};

/** Play, download and delete. */
export function RecordingActions({ stream, recording }: Props) {
  const client = useQueryClient();
  const [playing, setPlaying] = useState<boolean | null>(null);
  const [asking, setAsking] = useState(false);
  const refused = useRefusal(streamRoutes.deleteRecording);
  const params = { ...streamParams(stream), recordingId: recording.id };
  const unready = notYet[recording.state] ?? null;
  const download = useMutation({
    mutationFn: () => call(streamRoutes.createRecordingLink, { params }),
    // The browser opens it by itself and sends no headers, hence the ticket in place of the token.
    onSuccess: ({ downloadUrl }) => location.assign(downloadUrl),
    onError: (error) => toast.error(wordsOf(error, 'The recording could not be downloaded. Try again.')),
  });
  const remove = useMutation({
    mutationFn: () => call(streamRoutes.deleteRecording, { params }),
    onSuccess: () => {
      setAsking(false);
      toast.success('The recording was deleted');
      void client.invalidateQueries({ queryKey: [streamRoutes.listRecordings.path] });
    },
    onError: (error) => toast.error(wordsOf(error, 'The recording could not be deleted. Try again.')),
  });
  return (
    <>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Action label="Play" reason={unready} icon={<IconPlayerPlay size={16} />} onClick={() => setPlaying(true)} />
        <Action
          label="Download MP4"
          reason={unready}
          icon={<IconDownload size={16} />}
          onClick={() => download.mutate()}
          busy={download.isPending}
        />
        <Action
          label="Delete recording"
          reason={refused ?? (recording.state === 'recording' ? 'It is being recorded.' : null)}
          icon={<IconTrash size={16} />}
          onClick={() => setAsking(true)}
        />
      </Group>
      {playing !== null && (
        <Suspense>
          <PlayDialog stream={stream} recording={recording} opened={playing} onClose={() => setPlaying(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Delete this recording?"
        action="Delete recording"
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error, 'The recording could not be deleted. Try again.')}
        onConfirm={() => remove.mutate()}
        danger
      >
        The recording of <DateTime iso={recording.startedAt} /> is deleted for good: nothing brings it back.
      </ConfirmDialog>
    </>
  );
}

type ActionProps = {
  label: string;
  reason: string | null;
  icon: ReactNode;
  onClick: () => void;
  busy?: boolean;
};

function Action({ label, reason, icon, onClick, busy = false }: ActionProps) {
  const button = (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} loading={busy} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
  return reason === null ? <Tooltip label={label}>{button}</Tooltip> : <Refusable reason={reason}>{button}</Refusable>;
}
