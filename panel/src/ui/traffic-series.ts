import type { Traffic, TrafficPoint } from '@headwater/contract/lib/series';
import { formatCount, formatRate, formatShare, formatShort } from '../lib/format.ts';

export type Metric = 'requests' | 'bandwidth' | 'hitRatio' | 'status';
/** `unit` is that of the axis, where its figures do not say it. */
export type Series = { name: string; label: string; color: string; unit?: string };
export type ChartRow = { at: string } & Record<string, string | number | null>;

type MetricLook = {
  label: string;
  series: Series[];
  stacked: boolean;
  /** The exact figure, for the tooltip and the table. */
  exact: (value: number) => string;
  /** The short figure, for the axis. */
  short: (value: number) => string;
  values: (point: TrafficPoint, stepSeconds: number) => Record<string, number | null>;
};

const cached = { name: 'cached', label: 'From the edge', color: 'var(--hw-chart-1)' };
const fetched = { name: 'fetched', label: 'From your origin', color: 'var(--hw-chart-2)' };
const percent = (value: number) => formatShare(value, 100);

export const metrics: Record<Metric, MetricLook> = {
  requests: {
    label: 'Requests',
    series: [fetched, cached],
    stacked: true,
    exact: formatCount,
    short: formatShort,
    values: ({ requests, hits }) => ({ cached: hits, fetched: requests - hits }),
  },
  bandwidth: {
    label: 'Bandwidth',
    series: [fetched, cached],
    stacked: true,
    exact: formatRate,
    short: formatRate,
    values: ({ bytes, hitBytes }, step) => ({ cached: hitBytes / step, fetched: (bytes - hitBytes) / step }),
  },
  hitRatio: {
    label: 'Hit ratio',
    series: [{ name: 'ratio', label: 'Hit ratio', color: 'var(--hw-chart-1)' }],
    stacked: false,
    exact: percent,
    short: (value) => `${value} %`,
    // No requests, no ratio: the line has a gap there rather than a fall to zero.
    values: ({ requests, hits }) => ({ ratio: requests === 0 ? null : (hits / requests) * 100 }),
  },
  status: {
    label: 'Status',
    series: [
      { name: 'status2xx', label: '2xx success', color: 'var(--hw-chart-1)' },
      { name: 'status3xx', label: '3xx redirect', color: 'var(--hw-chart-2)' },
      { name: 'status4xx', label: '4xx client error', color: 'var(--hw-chart-3)' },
      { name: 'status5xx', label: '5xx failed', color: 'var(--hw-chart-4)' },
    ],
    stacked: true,
    exact: formatCount,
    short: formatShort,
    values: ({ status2xx, status3xx, status4xx, status5xx }) => ({ status2xx, status3xx, status4xx, status5xx }),
  },
};

export const metricNames = Object.keys(metrics) as Metric[];

/** The rows that a chart or a table of a metric shows. */
export const chartRows = ({ points, stepSeconds }: Traffic, metric: Metric): ChartRow[] =>
  points.map((point) => ({ at: point.at, ...metrics[metric].values(point, stepSeconds) }));

/** The series that a chart draws: one without any figure would be a line along zero that looks like something. */
export function drawnSeries(rows: readonly ChartRow[], series: readonly Series[]): Series[] {
  const drawn = series.filter(({ name }) => rows.some((row) => typeof row[name] === 'number' && row[name] > 0));
  // A metric of one series is what was asked for, zero or not.
  return series.length === 1 ? [...series] : drawn;
}

/** The exact figure of one cell. */
export function exactValue(metric: Metric, value: unknown): string {
  return typeof value === 'number' ? metrics[metric].exact(value) : 'no requests';
}

/** Where days begin, for an axis over several days of hours: hours alone would not say which day. Null for other axes. */
export function dayStarts(rows: ChartRow[], stepSeconds: number): string[] | null {
  if (stepSeconds >= 86_400 || rows.length * stepSeconds <= 2 * 86_400) return null;
  return rows.map(({ at }) => at).filter((at) => new Date(at).getHours() === 0);
}
