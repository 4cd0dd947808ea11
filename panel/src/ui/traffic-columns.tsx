import type { Zone } from '@headwater/contract/zones/schema';
import { formatBytes, formatCount, formatShare, formatShort } from '../lib/format.ts';
import { columnsOf } from './table-columns.ts';

const helper = columnsOf<Zone>();

/** What a zone served in the last day, wherever zones are listed. */
export const trafficColumns = helper.columns([
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
]);
