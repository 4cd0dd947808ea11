import { formatStep, formatStepRange } from '../lib/format-time.ts';
import { type ChartRow, dayStarts, exactValue, type Metric, metrics } from './traffic-series.ts';

/** How a chart and its table show their figures and their steps. */
export type ChartLook = {
  label: string;
  stacked: boolean;
  /** The exact figure, for the tooltip and the table. */
  exact: (value: unknown) => string;
  /** The short figure, for the axis. */
  short: (value: number) => string;
  wholeNumbers: boolean;
  domain?: [number, number];
  /** The start of a step, for the axis. */
  tick: (at: string) => string;
  /** The whole step in words. */
  range: (at: string) => string;
  /** Where the axis is marked; wherever there is room unless given. */
  ticks: string[] | null;
};

export function trafficLook(metric: Metric, rows: ChartRow[], stepSeconds: number): ChartLook {
  const { label, stacked, short } = metrics[metric];
  const ticks = dayStarts(rows, stepSeconds);
  return {
    label,
    stacked,
    short,
    exact: (value) => exactValue(metric, value),
    wholeNumbers: metric !== 'bandwidth',
    ...(metric === 'hitRatio' && { domain: [0, 100] }),
    tick: (at) => formatStep(at, ticks ? 86_400 : stepSeconds),
    range: (at) => formatStepRange(at, stepSeconds),
    ticks,
  };
}
