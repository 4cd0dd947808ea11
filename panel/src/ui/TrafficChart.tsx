import type { Traffic } from '@headwater/contract/lib/series';
import { ActionIcon, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { trafficLook } from './chart-look.ts';
import classes from './TrafficChart.module.css';
import { TrafficLegend } from './TrafficLegend.tsx';
import { TrafficTable } from './TrafficTable.tsx';
import { chartRows, drawnSeries, type Metric, metricNames, metrics } from './traffic-series.ts';

const TrafficBars = lazy(() => import('./TrafficBars.tsx'));

const options = metricNames.map((value) => ({ value, label: metrics[value].label }));
const placeholder = <Skeleton height="100%" radius="sm" />;

/** Traffic over time: one metric at a time, as a chart or as a table. */
export function TrafficChart({ traffic }: { traffic: Traffic | undefined }) {
  const [metric, setMetric] = useState<Metric>('requests');
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const rows = useMemo(() => (traffic ? chartRows(traffic, metric) : []), [traffic, metric]);
  const quiet = traffic !== undefined && traffic.totals.requests === 0;
  const series = useMemo(() => drawnSeries(rows, metrics[metric].series), [rows, metric]);
  const look = useMemo(
    () => trafficLook(metric, rows, traffic?.stepSeconds ?? 3600),
    [metric, rows, traffic?.stepSeconds],
  );
  const shown = series.filter(({ name }) => !hidden.includes(name));
  const other = asTable ? 'chart' : 'table';
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          data={options}
          value={metric}
          aria-label="Metric"
          onChange={(value) => {
            setMetric(value as Metric);
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
      <div className={classes.area}>
        {!traffic && placeholder}
        {quiet && (
          <p className={classes.quiet}>
            No requests in this time. Figures arrive within a minute of the first request.
          </p>
        )}
        {traffic && !quiet && asTable && <TrafficTable rows={rows} look={look} series={metrics[metric].series} />}
        {traffic && !quiet && !asTable && (
          <Suspense fallback={placeholder}>
            <TrafficBars rows={rows} look={look} series={shown} />
          </Suspense>
        )}
      </div>
      <TrafficLegend
        series={series}
        hidden={hidden}
        onToggle={(name) =>
          setHidden(hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name])
        }
      />
    </div>
  );
}
