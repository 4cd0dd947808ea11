import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import { ActionIcon, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import chart from '../../../ui/TrafficChart.module.css';
import { TrafficLegend } from '../../../ui/TrafficLegend.tsx';
import { TrafficTable } from '../../../ui/TrafficTable.tsx';
import { queryLook, queryRows, querySeries, type SplitBy } from './query-series.ts';

const TrafficBars = lazy(() => import('../../../ui/TrafficBars.tsx'));

const placeholder = <Skeleton height="100%" radius="sm" />;
const splits: { value: SplitBy; label: string }[] = [
  { value: 'types', label: 'By type' },
  { value: 'rcodes', label: 'By answer' },
];

/** Queries over time, by what was asked for or by what was answered; as a chart or as a table. */
export function QueryChart({ statistics }: { statistics: DnsStatistics | undefined }) {
  const [by, setBy] = useState<SplitBy>('types');
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const series = useMemo(() => (statistics ? querySeries(statistics, by) : []), [statistics, by]);
  const rows = useMemo(() => (statistics ? queryRows(statistics, by, series) : []), [statistics, by, series]);
  const look = useMemo(() => queryLook(statistics?.step ?? 'day'), [statistics?.step]);
  const quiet = statistics?.queries === 0;
  const shown = series.filter(({ name }) => !hidden.includes(name));
  const other = asTable ? 'chart' : 'table';
  const toggle = (name: string) =>
    setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]);
  return (
    <div className={chart.root}>
      <div className={chart.bar}>
        <SegmentedControl
          size="xs"
          data={splits}
          value={by}
          aria-label="Split"
          onChange={(value) => {
            setBy(value as SplitBy);
            setHidden([]);
          }}
        />
        <Tooltip label={`Show as ${other}`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Show as ${other}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={chart.area}>
        {!statistics && placeholder}
        {quiet && (
          <p className={chart.quiet}>
            No queries in this time. Figures arrive within a minute of the first query that our name servers answer.
          </p>
        )}
        {statistics && !quiet && asTable && <TrafficTable rows={rows} look={look} series={series} />}
        {statistics && !quiet && !asTable && (
          <Suspense fallback={placeholder}>
            <TrafficBars rows={rows} look={look} series={shown} />
          </Suspense>
        )}
      </div>
      <TrafficLegend series={series} hidden={hidden} onToggle={toggle} />
    </div>
  );
}
