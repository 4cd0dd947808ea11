import { streamRoutes } from '@headwater/contract/streams/routes';
import type { StreamType } from '@headwater/contract/streams/schema';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { deploymentPoll } from '../../lib/zone-queries.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StreamsEmpty } from './StreamsEmpty.tsx';
import { deletedStreamColumns, streamColumns } from './stream-columns.tsx';
import { streamsQuery, usualRows } from './stream-queries.ts';
import type { StreamSort, StreamsSearch } from './stream-search.ts';
import { addressWords, listWord } from './stream-types.ts';

const CreateStreamDialog = lazy(() => import('./CreateStreamDialog.tsx'));

/** The streams of one type. What is searched, sorted and paged stands in the address. */
export function StreamsScreen({ type }: { type: StreamType }): ReactNode {
  const { plural, lead } = addressWords[type];
  useTitle(plural);
  const serviceId = useServiceId();
  const search = useSearch({ strict: false }) as StreamsSearch;
  const navigate = useNavigate();
  const refused = useRefusal(streamRoutes.createStream);
  const [creating, setCreating] = useState<boolean | null>(search.create && refused === null ? true : null);
  const streams = useQuery({
    ...streamsQuery(serviceId, type, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      deploymentPoll(
        state.data?.streams.map(({ deployment }) => deployment),
        3000,
      ),
  });
  const { page = 1, search: text = '', sort = 'name', order = 'asc', deleted } = search;
  const show = (change: { [Field in keyof StreamsSearch]: StreamsSearch[Field] | undefined }) =>
    void navigate({
      to: `/$serviceId/streams/${listWord(type)}`,
      params: { serviceId: String(serviceId) },
      search: (before: StreamsSearch) => ({ ...before, page: undefined, ...change }),
      replace: 'search' in change || 'create' in change,
    });
  const stopCreating = () => {
    setCreating(false);
    if (search.create) show({ create: undefined });
  };
  const create = (
    <Refusable reason={refused}>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
        Create stream
      </Button>
    </Refusable>
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
              onSearch={(wanted) => show({ search: wanted || undefined })}
            />
            <SegmentedControl
              size="xs"
              aria-label="Which streams"
              data={[
                { value: '0', label: 'In use' },
                { value: '1', label: 'Deleted' },
              ]}
              value={deleted ? '1' : '0'}
              onChange={(value) => show({ deleted: value === '1' ? 1 : undefined })}
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
              onClear={() => show({ search: undefined })}
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
            onPage={(next) => show({ page: next === 1 ? undefined : next })}
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
