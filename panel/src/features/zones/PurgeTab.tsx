import type { Purge } from '@headwater/contract/zones/purge';
import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { Button, UnstyledButton } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { deploymentPoll } from '../../lib/deployment-poll.ts';
import { useRefusal } from '../../lib/permission.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { zoneParams } from '../../lib/zone-queries.ts';
import type { ZoneSearch } from '../../lib/zone-search.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DeploymentState } from '../../ui/DeploymentState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { Ago } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { PurgeDetailsDialog } from './PurgeDetailsDialog.tsx';
import { PurgeDialog } from './PurgeDialog.tsx';
import classes from './PurgeTab.module.css';

const rows = 20;
const kinds = { url: 'Files', wildcard: 'Wildcard', zone: 'Whole zone', mixed: 'Files and wildcards' };

/** What a purge was about, in one line. */
const headline = ({ files, fileCount }: Purge) => {
  const [first = ''] = files;
  return fileCount > 1 ? `${first} and ${fileCount - 1} more` : first;
};

const helper = columnsOf<Purge>();
const columnsFor = (open: (purgeId: string) => void) =>
  helper.columns([
    helper.display({
      id: 'what',
      meta: { label: 'Purged', place: 'name' },
      cell: ({ row }) => (
        <UnstyledButton className={classes.open} onClick={() => open(row.original.purgeId)}>
          <span className="mono clip">{headline(row.original)}</span>
        </UnstyledButton>
      ),
    }),
    helper.accessor('kind', { meta: { label: 'Kind', place: 'line' }, cell: ({ getValue }) => kinds[getValue()] }),
    helper.display({
      id: 'state',
      meta: { label: 'State', place: 'state' },
      cell: ({ row }) => <DeploymentState deployment={row.original.deployment} doneWord="Done" brief />,
    }),
    helper.accessor('requestedBy', { meta: { label: 'By' }, cell: ({ getValue }) => getValue() }),
    helper.accessor('createdAt', {
      meta: { label: 'When', align: 'end', place: 'figure' },
      cell: ({ getValue }) => <Ago iso={getValue()} />,
    }),
  ]);

/** Drops files from the edges, and shows what was dropped before. */
export function PurgeTab({ zone }: { zone: Zone }) {
  const { search, show } = useListAddress<ZoneSearch>();
  const { page = 1 } = search;
  const refused = useRefusal(zoneRoutes.purgeZone);
  const [asking, setAsking] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const columns = useMemo(() => columnsFor(setOpened), []);
  const params = zoneParams(zone.serviceId, zone.zoneId);
  const history = useQuery({
    ...ask(zoneRoutes.listPurges, { params, query: { page, rows } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => deploymentPoll(state.data?.purges),
  });
  const purge = (
    <Refusable reason={refused}>
      <Button leftSection={<IconEraser size={16} />} onClick={() => setAsking(true)}>
        Purge files
      </Button>
    </Refusable>
  );
  return (
    <Panel title="Purge history" aside={history.data?.total ? purge : undefined} flush>
      <DataTable
        label="Purges"
        columns={columns}
        rows={history.data?.purges}
        rowId={({ purgeId }) => purgeId}
        error={history.error}
        onRetry={() => void history.refetch()}
        stale={history.isPlaceholderData}
        empty={
          <EmptyState icon={<IconEraser size={20} />} title="Nothing was purged yet" action={purge}>
            After a purge the edges fetch the named files from your origin again, whatever time they had left.
          </EmptyState>
        }
      />
      {history.data && (
        <Pager
          page={page}
          rows={rows}
          total={history.data.total}
          what="purge"
          onPage={(next) => show({ page: next })}
        />
      )}
      <PurgeDialog zone={zone} opened={asking} onClose={() => setAsking(false)} />
      <PurgeDetailsDialog zone={zone} purgeId={opened} onClose={() => setOpened(null)} />
    </Panel>
  );
}
