import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import { useMemo, useState } from 'react';
import { SeriesChart } from '../../../ui/SeriesChart.tsx';
import { queryLook, queryRows, querySeries, type SplitBy } from './query-series.ts';

const splits: { value: SplitBy; label: string }[] = [
  { value: 'types', label: 'By type' },
  { value: 'rcodes', label: 'By answer' },
];
const noQueries =
  'No queries in this time. Figures arrive within a minute of the first query that our name servers answer.';

/** Queries over time, by what was asked for or by what was answered. */
export function QueryChart({ statistics }: { statistics: DnsStatistics | undefined }) {
  const [by, setBy] = useState<SplitBy>('types');
  const series = useMemo(() => (statistics ? querySeries(statistics, by) : []), [statistics, by]);
  const rows = useMemo(() => (statistics ? queryRows(statistics, by, series) : []), [statistics, by, series]);
  const look = useMemo(() => queryLook(statistics?.step ?? 'day'), [statistics?.step]);
  return (
    <SeriesChart
      label="Split"
      choices={splits}
      choice={by}
      onChoose={setBy}
      rows={rows}
      look={look}
      series={series}
      columns={series}
      loading={!statistics}
      quiet={statistics?.queries === 0 ? noQueries : null}
    />
  );
}
