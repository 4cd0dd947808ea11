import type { Recording, Stream } from '@headwater/contract/streams/schema';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { recordingsQuery, usualRows } from '../stream-queries.ts';
import type { StreamSearch } from '../stream-search.ts';
import { recordingColumns } from './recording-columns.tsx';

const isMoving = ({ state }: Recording) => state !== 'stored' && state !== 'failed';

/** What was recorded: to be played, downloaded and deleted. */
export default function RecordingsTab({ stream }: { serviceId: number; stream: Stream }) {
  const { search, show } = useListAddress<StreamSearch>();
  const { page = 1 } = search;
  const query = useQuery({
    ...recordingsQuery(stream, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.recordings.some(isMoving) ? 5000 : 30_000),
  });
  const { serviceId, type, id, name } = stream;
  // Other columns would be other cells, and an open dialog of a cell would be gone.
  const columns = useMemo(() => recordingColumns({ serviceId, type, id, name }), [serviceId, type, id, name]);
  const { enabled, retentionDays } = stream.settings.dvr;
  const kept =
    retentionDays === null
      ? 'Recordings are kept until you delete them.'
      : `Recordings are kept for ${retentionDays} days.`;
  return (
    <Panel
      flush
      title="Recordings"
      aside={
        <Text size="sm" c="dimmed">
          {enabled ? kept : 'Recording is off.'}
        </Text>
      }
    >
      <DataTable<Recording>
        label="Recordings"
        columns={columns}
        rows={query.data?.recordings}
        rowId={({ id }) => id}
        error={query.error}
        onRetry={() => void query.refetch()}
        stale={query.isPlaceholderData}
        empty={
          <EmptyState title="No recordings yet">
            {enabled
              ? 'The next broadcast is recorded: it stands here as soon as it begins, and can be played and downloaded once it has ended.'
              : 'Nothing of this stream is recorded. Turn recording on under Settings; the next broadcast is then kept as one MP4.'}
          </EmptyState>
        }
      />
      {query.data && (
        <Pager
          page={page}
          rows={usualRows}
          total={query.data.total}
          what="recording"
          onPage={(next) => show({ page: next })}
        />
      )}
    </Panel>
  );
}
