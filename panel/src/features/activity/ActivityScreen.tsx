import { activityRoutes } from '@headwater/contract/activity/routes';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { useServiceId } from '../../lib/current-service.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { useTitle } from '../../lib/use-title.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ActivityDetails } from './ActivityDetails.tsx';
import { ActivityFilters } from './ActivityFilters.tsx';
import { activityColumns } from './activity-columns.tsx';
import { type ActivitySearch, filterOf, isFiltered } from './activity-search.ts';
import { ExportButton } from './ExportButton.tsx';

const rows = 50;

/** Who did what in the account, and from where. */
export function ActivityScreen(): ReactNode {
  useTitle('Activity log');
  const serviceId = useServiceId();
  const { search, show } = useListAddress<ActivitySearch>();
  const [opened, setOpened] = useState<string | null>(null);
  const filter = filterOf(search, serviceId);
  const { page = 1 } = search;
  const log = useQuery({
    ...ask(activityRoutes.listActivity, { query: { ...filter, page, rows } }, { staleTime: 0 }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(
    () => activityColumns(opened, (id) => setOpened((before) => (before === id ? null : id))),
    [opened],
  );
  return (
    <Page
      title="Activity log"
      lead={<span>Everything that was done in the account, kept for 400 days.</span>}
      actions={<ExportButton filter={filter} />}
    >
      <Panel flush>
        <ActivityFilters
          search={search}
          types={log.data?.types ?? []}
          onChange={(change) => show(change, { replace: true })}
        />
        <DataTable
          label="Activity"
          columns={columns}
          rows={log.data?.activity}
          rowId={({ id }) => id}
          error={log.error}
          onRetry={() => void log.refetch()}
          expectedRows={12}
          stale={log.isPlaceholderData}
          below={(activity) => (activity.id === opened ? <ActivityDetails activity={activity} /> : null)}
          empty={
            isFiltered(search) ? (
              <EmptyState icon={<IconHistory size={20} />} title="Nothing fits the filter">
                Choose other days, or clear the filter to see everything.
              </EmptyState>
            ) : (
              <EmptyState icon={<IconHistory size={20} />} title="Nothing was done yet">
                Each change in the account is written down here: by whom, from where, and which fields it changed.
              </EmptyState>
            )
          }
        />
        {log.data && (
          <Pager page={page} rows={rows} total={log.data.total} what="event" onPage={(next) => show({ page: next })} />
        )}
      </Panel>
    </Page>
  );
}
