import type { Traffic } from '@headwater/contract/lib/series';
import { useMemo, useState } from 'react';
import { trafficLook } from './chart-look.ts';
import { SeriesChart } from './SeriesChart.tsx';
import { chartRows, drawnSeries, type Metric, metricNames, metrics } from './traffic-series.ts';

const choices = metricNames.map((value) => ({ value, label: metrics[value].label }));
const noRequests = 'No requests in this time. Figures arrive within a minute of the first request.';

/** Traffic over time, one metric at a time. */
export function TrafficChart({ traffic }: { traffic: Traffic | undefined }) {
  const [metric, setMetric] = useState<Metric>('requests');
  const rows = useMemo(() => (traffic ? chartRows(traffic, metric) : []), [traffic, metric]);
  const series = useMemo(() => drawnSeries(rows, metrics[metric].series), [rows, metric]);
  const look = useMemo(
    () => trafficLook(metric, rows, traffic?.stepSeconds ?? 3600),
    [metric, rows, traffic?.stepSeconds],
  );
  return (
    <SeriesChart
      label="Metric"
      choices={choices}
      choice={metric}
      onChoose={setMetric}
      rows={rows}
      look={look}
      series={series}
      columns={metrics[metric].series}
      loading={!traffic}
      quiet={traffic?.totals.requests === 0 ? noRequests : null}
    />
  );
}
