import { Fragment } from 'react';
import { formatStepRange } from '../lib/format-time.ts';
import classes from './TrafficChart.module.css';
import { type ChartRow, exactValue, type Metric, metrics } from './traffic-series.ts';

type Props = { rows: ChartRow[]; metric: Metric; stepSeconds: number };

/** The figures behind the chart, newest first. */
export function TrafficTable({ rows, metric, stepSeconds }: Props) {
  const { label, series } = metrics[metric];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label={`${label} over time`}>
      <table data-many={series.length > 2 || undefined}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name, label: head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.at}>
              <td>
                {formatStepRange(row.at, stepSeconds)
                  .split(/(?<=,) /)
                  .map((part, index) => (
                    <Fragment key={part}>
                      {index > 0 && ' '}
                      <span>{part}</span>
                    </Fragment>
                  ))}
              </td>
              {series.map(({ name }) => (
                <td key={name}>{exactValue(metric, row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
