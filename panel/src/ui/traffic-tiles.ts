import type { Traffic } from '@headwater/contract/lib/series';
import { formatBytes, formatCount, formatShare, formatShort } from '../lib/format.ts';
import type { Tile } from './Tiles.tsx';

/** The totals of a time as figures: requests, data, hit ratio, failures. */
export function trafficTiles(traffic: Traffic | undefined): Tile[] {
  const { requests = 0, bytes = 0, hits = 0, hitBytes = 0, status4xx = 0, status5xx = 0 } = traffic?.totals ?? {};
  return [
    {
      label: 'Requests',
      value: formatShort(requests),
      exact: formatCount(requests),
      note: `${formatShort(hits)} from the edge`,
    },
    {
      label: 'Data served',
      value: formatBytes(bytes),
      exact: `${formatCount(bytes)} bytes`,
      note: `${formatBytes(hitBytes)} from the edge`,
    },
    {
      label: 'Hit ratio',
      value: formatShare(hits, requests),
      note: requests === 0 ? 'no requests' : bytes === 0 ? 'no data' : `${formatShare(hitBytes, bytes)} of the data`,
    },
    {
      label: 'Failed (5xx)',
      value: formatShare(status5xx, requests),
      exact: `${formatCount(status5xx)} requests`,
      note: requests === 0 ? 'no requests' : `${formatShare(status4xx, requests)} client errors (4xx)`,
    },
  ];
}
