import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import { formatCount, formatShare, formatShort, noFigure } from '../../../lib/format.ts';
import type { Tile } from '../../../ui/Tiles.tsx';
import { queryLook } from './query-series.ts';

/** The figures of a span at a glance. */
export function queryTiles(statistics: DnsStatistics | undefined): Tile[] {
  const { queries = 0, rcodes = {}, points = [], step = 'day' } = statistics ?? {};
  const busiest = points.reduce((most, point) => (point.queries > most.queries ? point : most), {
    at: '',
    queries: 0,
  });
  const share = (rcode: string) => formatShare(rcodes[rcode] ?? 0, queries);
  return [
    {
      label: 'Queries',
      value: formatShort(queries),
      exact: formatCount(queries),
      note: 'answered by our name servers',
    },
    {
      label: `Busiest ${step}`,
      value: busiest.queries === 0 ? noFigure : formatShort(busiest.queries),
      exact: formatCount(busiest.queries),
      note: busiest.queries === 0 ? ' ' : queryLook(step).range(busiest.at),
    },
    {
      label: 'No such name',
      value: share('NXDOMAIN'),
      exact: formatCount(rcodes.NXDOMAIN ?? 0),
      note: 'NXDOMAIN: asked for, but not there',
    },
    {
      label: 'Failed',
      value: share('SERVFAIL'),
      exact: formatCount(rcodes.SERVFAIL ?? 0),
      note: 'SERVFAIL: could not be answered',
    },
  ];
}
