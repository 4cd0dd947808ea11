import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { formatStep, formatStepRange } from '../lib/format-time.ts';
import classes from './TrafficChart.module.css';
import { type ChartRow, dayStarts, exactValue, type Metric, metrics, type Series } from './traffic-series.ts';

type Props = { rows: ChartRow[]; metric: Metric; series: Series[]; stepSeconds: number };

type TipProps = { row: ChartRow | undefined; metric: Metric; series: Series[]; stepSeconds: number };

function Tip({ row, metric, series, stepSeconds }: TipProps) {
  if (!row) return null;
  return (
    <div className={classes.tooltip}>
      <b>{formatStepRange(row.at, stepSeconds)}</b>
      {series.map(({ name, label, color }) => (
        <div key={name} className={classes.line}>
          <span className={classes.swatch} style={{ '--swatch': color }} />
          <span>{label}</span>
          <span className="figure">{exactValue(metric, row[name])}</span>
        </div>
      ))}
    </div>
  );
}

/**
 * The drawing itself: a bar for each step, since a line would show traffic between steps that nobody sent. A module of
 * its own because the chart library weighs as much as all else together.
 */
export default function TrafficBars({ rows, metric, series, stepSeconds }: Props) {
  const { stacked, short, label } = metrics[metric];
  const days = dayStarts(rows, stepSeconds);
  return (
    <BarChart
      h="100%"
      role="img"
      aria-label={`${label} over time; the table view has the figures`}
      data={rows}
      dataKey="at"
      type={stacked ? 'stacked' : 'default'}
      series={series}
      gridAxis="x"
      tickLine="none"
      barProps={{ isAnimationActive: false }}
      maxBarWidth={28}
      barChartProps={{ barCategoryGap: rows.length > 60 ? 0 : '15%' }}
      xAxisProps={{
        tickFormatter: (at: string) => formatStep(at, days ? 86_400 : stepSeconds),
        minTickGap: days ? 8 : 48,
        ...(days && { ticks: days }),
      }}
      yAxisProps={{
        tickFormatter: short,
        width: 'auto',
        allowDecimals: metric === 'bandwidth',
        ...(metric === 'hitRatio' && { domain: [0, 100] }),
      }}
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: ({ label: at }) => (
          <Tip row={rows.find((row) => row.at === at)} metric={metric} series={series} stepSeconds={stepSeconds} />
        ),
      }}
    />
  );
}
