import { zoneRoutes } from '@headwater/contract/zones/routes';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useTitle } from '../../lib/use-title.ts';
import { deploymentPoll, zonesQuery } from '../../lib/zone-queries.ts';
import type { ZoneSort, ZonesSearch } from '../../lib/zone-search.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { ZonesEmpty } from './ZonesEmpty.tsx';
import { deletedZoneColumns, zoneColumns } from './zone-columns.tsx';

const CreateZoneDialog = lazy(() => import('./CreateZoneDialog.tsx'));

const rows = 20;

/** The HTTP pull zones of a service. What is searched, sorted and paged stands in the address. */
export function ZonesScreen(): ReactNode {
  useTitle('HTTP pull zones');
  const serviceId = useServiceId();
  const search = useSearch({ strict: false }) as ZonesSearch;
  const navigate = useNavigate();
  const refused = useRefusal(zoneRoutes.createZone);
  const [creating, setCreating] = useState<boolean | null>(search.create && refused === null ? true : null);
  const zones = useQuery({
    ...zonesQuery(serviceId, { ...search, rows }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      deploymentPoll(
        state.data?.zones.map(({ deployment }) => deployment),
        3000,
      ),
  });
  const { page = 1, search: text = '', sort = 'name', order = 'asc', deleted } = search;
  const show = (change: { [Field in keyof ZonesSearch]: ZonesSearch[Field] | undefined }) =>
    void navigate({
      to: '/$serviceId/zones/http/pull',
      params: { serviceId: String(serviceId) },
      search: (before: ZonesSearch) => ({ ...before, page: undefined, ...change }),
      replace: 'search' in change || 'create' in change,
    });
  const stopCreating = () => {
    setCreating(false);
    if (search.create) show({ create: undefined });
  };
  const create = (
    <Refusable reason={refused}>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
        Create zone
      </Button>
    </Refusable>
  );
  const empty = (
    <ZonesEmpty search={text} deleted={deleted === 1} onClear={() => show({ search: undefined })} action={create} />
  );
  return (
    <Page
      title="HTTP pull zones"
      lead={<span>Each zone fetches files from your origin and serves them from the edges.</span>}
      actions={create}
    >
      <Panel
        flush
        tools={
          <>
            <SearchField
              label="Search zones"
              placeholder="Name, host name or origin"
              value={text}
              onSearch={(wanted) => show({ search: wanted || undefined })}
            />
            <SegmentedControl
              size="xs"
              aria-label="Which zones"
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
          label="Zones"
          columns={deleted ? deletedZoneColumns : zoneColumns}
          rows={zones.data?.zones}
          rowId={({ zoneId }) => zoneId}
          error={zones.error}
          onRetry={() => void zones.refetch()}
          empty={empty}
          sort={{ by: sort, order }}
          onSort={({ by, order: way }) => show({ sort: by as ZoneSort, order: way })}
          expectedRows={8}
          stale={zones.isPlaceholderData}
        />
        {zones.data && (
          <Pager
            page={page}
            rows={rows}
            total={zones.data.total}
            what="zone"
            onPage={(next) => show({ page: next === 1 ? undefined : next })}
          />
        )}
      </Panel>
      {creating !== null && (
        <Suspense>
          <CreateZoneDialog serviceId={serviceId} opened={creating} onClose={stopCreating} />
        </Suspense>
      )}
    </Page>
  );
}
