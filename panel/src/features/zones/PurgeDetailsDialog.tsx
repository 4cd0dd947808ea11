import type { PurgeDetails } from '@headwater/contract/zones/purge';
import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import type { Tone } from '../../lib/deployment-words.ts';
import { formatLatency, noFigure } from '../../lib/format.ts';
import { zoneParams } from '../../lib/zone-queries.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DeploymentState } from '../../ui/DeploymentState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import classes from './PurgeTab.module.css';

type NodeRow = PurgeDetails['nodes'][number];
type Props = { zone: Zone; purgeId: string | null; onClose: () => void };

const pendingPollMs = 1000;
const states: Record<NodeRow['state'], { tone: Tone; word: string }> = {
  done: { tone: 'live', word: 'Done' },
  pending: { tone: 'pending', word: 'Pending' },
  refused: { tone: 'failed', word: 'Refused' },
  away: { tone: 'failed', word: 'Away' },
};

const helper = columnsOf<NodeRow>();
const columns = helper.columns([
  helper.accessor('node', {
    meta: { label: 'Edge', leads: true },
    cell: ({ getValue }) => <span className="mono">{getValue()}</span>,
  }),
  helper.accessor('state', {
    meta: { label: 'State' },
    cell: ({ row }) => (
      <StateDot {...states[row.original.state]} {...(row.original.doneAt && { at: row.original.doneAt })} />
    ),
  }),
  helper.accessor('latencyMs', {
    meta: { label: 'Took', align: 'end' },
    cell: ({ row: { original } }) => (original.latencyMs === null ? noFigure : formatLatency(original.latencyMs)),
  }),
]);

/** One purge, edge by edge. */
export function PurgeDetailsDialog({ zone, purgeId, onClose }: Props) {
  const params = { ...zoneParams(zone.serviceId, zone.zoneId), purgeId: purgeId ?? '' };
  const query = useQuery({
    ...ask(zoneRoutes.getPurge, { params }),
    enabled: purgeId !== null,
    refetchInterval: ({ state }) => (state.data?.purge.deployment.state === 'pending' ? pendingPollMs : false),
  });
  const purge = query.data?.purge;
  return (
    <Modal opened={purgeId !== null} onClose={onClose} title="Purge" size="lg">
      {query.error && !purge && (
        <ErrorState error={query.error} title="The purge could not be loaded" onRetry={() => void query.refetch()} />
      )}
      {!purge && !query.error && <Skeleton height={200} />}
      {purge && (
        <Stack gap="md">
          <Facts
            facts={[
              { label: 'State', value: <DeploymentState deployment={purge.deployment} doneWord="Done" /> },
              { label: 'Asked for', value: <DateTime iso={purge.createdAt} /> },
              { label: 'By', value: purge.requestedBy },
              { label: 'Purge id', value: <span className="mono">{purge.purgeId}</span> },
            ]}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <pre className={classes.files} tabIndex={0}>
            {purge.files.join('\n')}
            {purge.fileCount > purge.files.length && `\n… and ${purge.fileCount - purge.files.length} more`}
          </pre>
          <div className={classes.nodes}>
            <DataTable
              label="Edges"
              narrow
              columns={columns}
              rows={purge.nodes}
              rowId={({ node }) => node}
              empty={<p>No edge was in service.</p>}
            />
          </div>
        </Stack>
      )}
    </Modal>
  );
}
