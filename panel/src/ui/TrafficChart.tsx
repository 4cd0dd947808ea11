import type { Traffic } from '@headwater/contract/lib/series';
import { useMemo, useState } from 'react';
import { trafficLook } from './chart-look.ts';
import { SeriesChart } from './SeriesChart.tsx';
import { chartRows, drawnSeries, type Metric, metricNames, metrics } from './traffic-series.ts';

const choices = metricNames.map((value) => ({ value, label: metrics[value].label }));
const noRequests = 'No requests in this time. Figures arrive within a minute of the first request.';

type Props = {
  traffic: Traffic | undefined;
  /** Where edges fetch what they do not have: not every service has an origin of its own. */
  fetchedFrom?: string;
};

/** Traffic over time, one metric at a time. */
export function TrafficChart({ traffic, fetchedFrom = 'your origin' }: Props) {
  const [metric, setMetric] = useState<Metric>('requests');
  const rows = useMemo(() => (traffic ? chartRows(traffic, metric) : []), [traffic, metric]);
  const columns = useMemo(
    () =>
      metrics[metric].series.map((one) => (one.name === 'fetched' ? { ...one, label: `From ${fetchedFrom}` } : one)),
    [metric, fetchedFrom],
  );
  const series = useMemo(() => drawnSeries(rows, columns), [rows, columns]);
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
      columns={columns}
      loading={!traffic}
      quiet={traffic?.totals.requests === 0 ? noRequests : null}
    />
  );
}
