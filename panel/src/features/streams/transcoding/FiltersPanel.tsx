import { type LiveFilter, transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { IconPhotoEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { CreateButton } from '../../../ui/CreateButton.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Ago } from '../../../ui/Time.tsx';
import { columnsOf } from '../../../ui/table-columns.ts';
import { CreateFilterDialog } from './CreateFilterDialog.tsx';
import { filterWords } from './filter-words.ts';
import { usedWords } from './profile-columns.tsx';
import { filtersQuery } from './transcoding-queries.ts';

const helper = columnsOf<LiveFilter>();
const columnsFor = (serviceId: number) =>
  helper.columns([
    helper.display({
      id: 'name',
      meta: { label: 'Filter', place: 'name' },
      cell: ({ row }) => (
        <AnchorLink
          to="/$serviceId/streams/settings/live-transcoding/filters/$filterId"
          params={{ serviceId: String(serviceId), filterId: row.original.id }}
          size="sm"
          className="clip"
        >
          {row.original.value.name}
        </AnchorLink>
      ),
    }),
    helper.display({
      id: 'parts',
      meta: { label: 'What it does', place: 'line' },
      cell: ({ row }) => filterWords(row.original.value),
    }),
    helper.accessor('updatedAt', { meta: { label: 'Changed' }, cell: ({ getValue }) => <Ago iso={getValue()} /> }),
    helper.display({
      id: 'used',
      meta: { label: 'Used by', align: 'end', place: 'figure' },
      cell: ({ row }) => usedWords(row.original.usedBy.length),
    }),
  ]);

/** A service's filters. */
export function FiltersPanel({ serviceId }: { serviceId: number }) {
  const query = useQuery(filtersQuery(serviceId));
  const refused = useRefusal(transcodingRoutes.createLiveFilter);
  const [creating, setCreating] = useState(false);
  const columns = useMemo(() => columnsFor(serviceId), [serviceId]);
  const filters = query.data?.filters;
  const create = (
    <CreateButton refused={refused} onClick={() => setCreating(true)} inPanel>
      Create filter
    </CreateButton>
  );
  return (
    <Panel title="Filters" aside={filters && filters.length > 0 ? create : undefined} flush>
      <DataTable
        label="Filters"
        columns={columns}
        rows={filters}
        rowId={({ id }) => id}
        error={query.error}
        onRetry={() => void query.refetch()}
        expectedRows={2}
        empty={
          <EmptyState icon={<IconPhotoEdit size={20} />} title="No filter yet" action={create}>
            A filter lays a logo or a text over the picture, crops it or makes whole frames of half ones, before its
            qualities are made.
          </EmptyState>
        }
      />
      <CreateFilterDialog serviceId={serviceId} opened={creating} onClose={() => setCreating(false)} />
    </Panel>
  );
}
