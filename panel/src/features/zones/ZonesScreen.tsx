import { zoneRoutes } from '@headwater/contract/zones/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useServiceId } from '../../lib/current-service.ts';
import { listPoll } from '../../lib/deployment-poll.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { useTitle } from '../../lib/use-title.ts';
import { zonesQuery } from '../../lib/zone-queries.ts';
import type { ZoneSort, ZonesSearch } from '../../lib/zone-search.ts';
import { CreateButton } from '../../ui/CreateButton.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DeletedSwitch } from '../../ui/DeletedSwitch.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { ZonesEmpty } from './ZonesEmpty.tsx';
import { deletedZoneColumns, zoneColumns } from './zone-columns.tsx';

const CreateZoneDialog = lazy(() => import('./CreateZoneDialog.tsx'));

const rows = 20;

/** The HTTP pull zones of a service. What is searched, sorted and paged stands in the address. */
export function ZonesScreen(): ReactNode {
  useTitle('HTTP pull zones');
  const serviceId = useServiceId();
  const { search, show } = useListAddress<ZonesSearch>();
  const refused = useRefusal(zoneRoutes.createZone);
  const [creating, setCreating] = useState<boolean | null>(search.create && refused === null ? true : null);
  const zones = useQuery({
    ...zonesQuery(serviceId, { ...search, rows }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => listPoll(state.data?.zones),
  });
  const { page = 1, search: text = '', sort = 'name', order = 'asc', deleted } = search;
  const stopCreating = () => {
    setCreating(false);
    if (search.create) show({ create: undefined }, { replace: true });
  };
  const create = (
    <CreateButton refused={refused} onClick={() => setCreating(true)}>
      Create zone
    </CreateButton>
  );
  const empty = (
    <ZonesEmpty
      search={text}
      deleted={deleted === 1}
      onClear={() => show({ search: undefined }, { replace: true })}
      action={create}
    />
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
              onSearch={(wanted) => show({ search: wanted || undefined }, { replace: true })}
            />
            <DeletedSwitch
              what="zones"
              deleted={deleted === 1}
              onChange={(next) => show({ deleted: next ? 1 : undefined })}
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
          <Pager page={page} rows={rows} total={zones.data.total} what="zone" onPage={(next) => show({ page: next })} />
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
