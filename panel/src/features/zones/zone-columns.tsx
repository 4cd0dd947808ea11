import type { Zone } from '@headwater/contract/zones/schema';
import { formatBytes, formatCount, formatShare, formatShort } from '../../lib/format.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Day } from '../../ui/Time.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import { ZoneLink } from '../../ui/ZoneLink.tsx';
import { ZoneState } from '../../ui/ZoneState.tsx';
import { RestoreButton } from './RestoreButton.tsx';

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
  helper.accessor('traffic24h.requests', {
    id: 'requests',
    meta: { label: 'Requests 24 h', align: 'end', sort: 'requests', place: 'figure', unit: 'requests' },
    cell: ({ getValue }) => <span title={formatCount(getValue())}>{formatShort(getValue())}</span>,
  }),
  helper.accessor('traffic24h.bytes', {
    id: 'bytes',
    meta: { label: 'Data 24 h', align: 'end' },
    cell: ({ getValue }) => formatBytes(getValue()),
  }),
  helper.display({
    id: 'hits',
    meta: { label: 'Hit ratio', align: 'end' },
    cell: ({ row }) => formatShare(row.original.traffic24h.hits, row.original.traffic24h.requests),
  }),
  helper.accessor('createdAt', {
    id: 'created',
    meta: { label: 'Created', align: 'end', sort: 'created' },
    cell: ({ getValue }) => <Day iso={getValue()} />,
  }),
]);

const trafficIds = ['requests', 'bytes', 'hits'];

/** A deleted zone has no traffic to look at, but a way back. */
export const deletedZoneColumns = helper.columns([
  ...zoneColumns.filter(({ id }) => !trafficIds.includes(id ?? '')),
  helper.display({
    id: 'restore',
    meta: { label: 'Action', align: 'end', place: 'figure' },
    cell: ({ row }) => <RestoreButton zone={row.original} />,
  }),
]);
