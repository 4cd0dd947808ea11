import { Fragment } from 'react';
import type { ChartLook } from './chart-look.ts';
import classes from './SeriesChart.module.css';
import type { ChartRow, Series } from './traffic-series.ts';

type Props = { rows: ChartRow[]; look: Pick<ChartLook, 'label' | 'exact' | 'range'>; series: Series[] };

/** The figures behind the chart, newest first. */
export function TrafficTable({ rows, look, series }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label={`${look.label} over time`}>
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
                {look
                  .range(row.at)
                  .split(/(?<=,) /)
                  .map((part, index) => (
                    <Fragment key={part}>
                      {index > 0 && ' '}
                      <span>{part}</span>
                    </Fragment>
                  ))}
              </td>
              {series.map(({ name }) => (
                <td key={name}>{look.exact(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
