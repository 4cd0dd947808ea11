import type { Zone } from '@headwater/contract/zones/schema';
import { Copyable } from '../../ui/Copyable.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { trafficColumns } from '../../ui/traffic-columns.tsx';
import { ZoneLink } from '../../ui/ZoneLink.tsx';
import { ZoneState } from '../../ui/ZoneState.tsx';

type Props = { serviceId: number; zones: Zone[] | undefined; total: number; error: unknown; onRetry: () => void };

const shownZones = 8;
const helper = columnsOf<Zone>();
const columns = helper.columns([
  helper.accessor('name', {
    meta: { label: 'Zone', place: 'name' },
    cell: ({ row }) => <ZoneLink zone={row.original} />,
  }),
  helper.accessor('hostname', {
    meta: { label: 'Host name', place: 'line' },
    cell: ({ getValue }) => <Copyable value={getValue()} what="host name" />,
  }),
  helper.display({
    id: 'state',
    meta: { label: 'State', place: 'state' },
    cell: ({ row }) => <ZoneState zone={row.original} brief />,
  }),
  ...trafficColumns,
]);

/** The busiest zones of a service that has any. */
export function DashboardZones({ serviceId, zones, total, error, onRetry }: Props) {
  const params = { serviceId: String(serviceId) };
  return (
    <Panel
      title="Busiest zones"
      flush
      aside={
        total > 0 && (
          <AnchorLink to="/$serviceId/zones/http/pull" params={params} size="sm">
            {total > 1 ? `All ${total} zones` : 'All zones'}
          </AnchorLink>
        )
      }
    >
      <DataTable
        label="Zones"
        columns={columns}
        rows={zones?.slice(0, shownZones)}
        rowId={({ zoneId }) => zoneId}
        error={error}
        onRetry={onRetry}
        empty={null}
      />
    </Panel>
  );
}
