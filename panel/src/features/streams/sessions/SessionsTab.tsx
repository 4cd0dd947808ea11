import type { Stream, StreamSession } from '@headwater/contract/streams/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { sessionsQuery, usualRows } from '../stream-queries.ts';
import type { StreamSearch } from '../stream-search.ts';
import { sessionColumns } from './session-columns.tsx';

/** Who published and when, why it ended, and who was refused. */
export default function SessionsTab({ stream }: { serviceId: number; stream: Stream }) {
  const { search, show } = useListAddress<StreamSearch>();
  const { page = 1 } = search;
  const query = useQuery({
    ...sessionsQuery(stream, page),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  return (
    <Panel flush>
      <DataTable<StreamSession>
        label="Sessions"
        columns={sessionColumns}
        rows={query.data?.sessions}
        rowId={({ id }) => id}
        error={query.error}
        onRetry={() => void query.refetch()}
        stale={query.isPlaceholderData}
        empty={
          <EmptyState title="No sessions yet">
            {stream.input === 'push'
              ? 'Each time an encoder connects, a session begins here: from where, with what, how long, and why it ended. Attempts that were refused stand here as well.'
              : 'Each time a source is fetched, a session begins here: from where, how long, and why it ended.'}
          </EmptyState>
        }
      />
      {query.data && (
        <Pager
          page={page}
          rows={usualRows}
          total={query.data.total}
          what="session"
          onPage={(next) => show({ page: next })}
        />
      )}
    </Panel>
  );
}
