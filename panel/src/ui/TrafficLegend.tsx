import { UnstyledButton } from '@mantine/core';
import classes from './SeriesChart.module.css';
import type { Series } from './traffic-series.ts';

type Props = { series: Series[]; hidden: readonly string[]; onToggle: (name: string) => void };

/** What the colours stand for. A press hides or shows a series; a single one cannot be hidden. */
export function TrafficLegend({ series, hidden, onToggle }: Props) {
  return (
    <div className={classes.legend}>
      {series.map(({ name, label, color, unit }) => {
        const shown = !hidden.includes(name);
        const only = shown && series.filter(({ name: other }) => !hidden.includes(other)).length <= 1;
        return (
          <UnstyledButton
            key={name}
            className={classes.entry}
            aria-pressed={shown}
            disabled={only}
            onClick={() => onToggle(name)}
          >
            <span className={classes.swatch} style={{ '--swatch': color }} />
            {unit ? `${label} in ${unit}` : label}
          </UnstyledButton>
        );
      })}
    </div>
  );
}
