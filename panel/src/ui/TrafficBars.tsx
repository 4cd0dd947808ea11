import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { ChartLook } from './chart-look.ts';
import classes from './SeriesChart.module.css';
import type { ChartRow, Series } from './traffic-series.ts';

type Props = { rows: ChartRow[]; look: ChartLook; series: Series[] };

type TipProps = { row: ChartRow | undefined; look: ChartLook; series: Series[] };

function Tip({ row, look, series }: TipProps) {
  if (!row) return null;
  return (
    <div className={classes.tooltip}>
      <b>{look.range(row.at)}</b>
      {series.map(({ name, label, color }) => (
        <div key={name} className={classes.line}>
          <span className={classes.swatch} style={{ '--swatch': color }} />
          <span>{label}</span>
          <span className="figure">{look.exact(row[name])}</span>
        </div>
      ))}
    </div>
  );
}

/**
 * The drawing itself: a bar for each step, since a line would show traffic between steps that nobody sent. A module of
 * its own because the chart library weighs as much as all else together.
 */
export default function TrafficBars({ rows, look, series }: Props) {
  const { ticks } = look;
  return (
    <BarChart
      h="100%"
      role="img"
      aria-label={`${look.label} over time; the table view has the figures`}
      data={rows}
      dataKey="at"
      type={look.stacked ? 'stacked' : 'default'}
      series={series}
      gridAxis="x"
      tickLine="none"
      barProps={{ isAnimationActive: false }}
      maxBarWidth={28}
      barChartProps={{ barCategoryGap: rows.length > 60 ? 0 : '15%' }}
      xAxisProps={{
        tickFormatter: look.tick,
        minTickGap: ticks ? 8 : 48,
        ...(ticks && { ticks }),
      }}
      yAxisProps={{
        tickFormatter: look.short,
        width: 'auto',
        allowDecimals: !look.wholeNumbers,
        ...(look.domain && { domain: look.domain }),
      }}
      tooltipAnimationDuration={0}
      tooltipProps={{
        content: ({ label: at }) => <Tip row={rows.find((row) => row.at === at)} look={look} series={series} />,
      }}
    />
  );
}
