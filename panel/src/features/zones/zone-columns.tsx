import type { Zone } from '@headwater/contract/zones/schema';
import { Copyable } from '../../ui/Copyable.tsx';
import { Day } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { trafficColumns } from '../../ui/traffic-columns.tsx';
import { ZoneLink } from '../../ui/ZoneLink.tsx';
import { ZoneState } from '../../ui/ZoneState.tsx';
import { RestoreZone } from './RestoreZone.tsx';

const helper = columnsOf<Zone>();

export const zoneColumns = helper.columns([
  helper.accessor('name', {
    meta: { label: 'Name', maxWidth: '13rem', sort: 'name', place: 'name' },
    cell: ({ row }) => <ZoneLink zone={row.original} />,
  }),
  helper.accessor('hostname', {
    meta: { label: 'Host name', maxWidth: '15rem', sort: 'hostname', place: 'line' },
    cell: ({ getValue }) => <Copyable value={getValue()} what={`host name ${getValue()}`} />,
  }),
  helper.accessor('origin', {
    meta: { label: 'Origin', maxWidth: '12rem', sort: 'origin' },
    cell: ({ getValue }) => (
      <span className="mono clip" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  helper.display({
    id: 'state',
    meta: { label: 'State', place: 'state' },
    cell: ({ row }) => <ZoneState zone={row.original} brief />,
  }),
  ...trafficColumns,
  helper.accessor('createdAt', {
    id: 'created',
    meta: { label: 'Created', align: 'end', sort: 'created' },
    cell: ({ getValue }) => <Day iso={getValue()} />,
  }),
]);

/** A deleted zone has no traffic to look at, but a way back. */
export const deletedZoneColumns = helper.columns([
  ...zoneColumns.filter((column) => !trafficColumns.includes(column)),
  helper.display({
    id: 'restore',
    meta: { label: 'Action', align: 'end', place: 'figure' },
    cell: ({ row }) => <RestoreZone zone={row.original} />,
  }),
]);
