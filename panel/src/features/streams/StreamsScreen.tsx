import { streamRoutes } from '@headwater/contract/streams/routes';
import type { StreamType } from '@headwater/contract/streams/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { listPoll } from '../../lib/deployment-poll.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { useTitle } from '../../lib/use-title.ts';
import { CreateButton } from '../../ui/CreateButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DeletedSwitch } from '../../ui/DeletedSwitch.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StreamsEmpty } from './StreamsEmpty.tsx';
import { deletedStreamColumns, streamColumns } from './stream-columns.tsx';
import { streamsQuery, usualRows } from './stream-queries.ts';
import type { StreamSort, StreamsSearch } from './stream-search.ts';
import { addressWords } from './stream-types.ts';

const CreateStreamDialog = lazy(() => import('./CreateStreamDialog.tsx'));

/** The streams of one type. What is searched, sorted and paged stands in the address. */
export function StreamsScreen({ type }: { type: StreamType }): ReactNode {
  const { plural, lead } = addressWords[type];
  useTitle(plural);
  const serviceId = useServiceId();
  const { search, show } = useListAddress<StreamsSearch>();
  const refused = useRefusal(streamRoutes.createStream);
  const [creating, setCreating] = useState<boolean | null>(search.create && refused === null ? true : null);
  const streams = useQuery({
    ...streamsQuery(serviceId, type, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => listPoll(state.data?.streams),
  });
  const { page = 1, search: text = '', sort = 'name', order = 'asc', deleted } = search;
  const stopCreating = () => {
    setCreating(false);
    if (search.create) show({ create: undefined }, { replace: true });
  };
  const create = (
    <CreateButton refused={refused} onClick={() => setCreating(true)}>
      Create stream
    </CreateButton>
  );
  return (
    <Page title={plural} lead={<span>{lead}</span>} actions={create}>
      <Panel
        flush
        tools={
          <>
            <SearchField
              label="Search streams"
              placeholder="Name or stream id"
              value={text}
              onSearch={(wanted) => show({ search: wanted || undefined }, { replace: true })}
            />
            <DeletedSwitch
              what="streams"
              deleted={deleted === 1}
              onChange={(next) => show({ deleted: next ? 1 : undefined })}
            />
          </>
        }
      >
        <DataTable
          label="Streams"
          columns={deleted ? deletedStreamColumns : streamColumns}
          rows={streams.data?.streams}
          rowId={({ id }) => id}
          error={streams.error}
          onRetry={() => void streams.refetch()}
          empty={
            <StreamsEmpty
              type={type}
              search={text}
              deleted={deleted === 1}
              onClear={() => show({ search: undefined }, { replace: true })}
              action={create}
            />
          }
          sort={{ by: sort, order }}
          onSort={({ by, order: way }) => show({ sort: by as StreamSort, order: way })}
          expectedRows={8}
          stale={streams.isPlaceholderData}
        />
        {streams.data && (
          <Pager
            page={page}
            rows={usualRows}
            total={streams.data.total}
            what="stream"
            onPage={(next) => show({ page: next })}
          />
        )}
      </Panel>
      {creating !== null && (
        <Suspense>
          <CreateStreamDialog type={type} serviceId={serviceId} opened={creating} onClose={stopCreating} />
        </Suspense>
      )}
    </Page>
  );
}
