import { ActionIcon, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { ChartLook } from './chart-look.ts';
import classes from './SeriesChart.module.css';
import { TrafficLegend } from './TrafficLegend.tsx';
import { TrafficTable } from './TrafficTable.tsx';

const TrafficBars = lazy(() => import('./TrafficBars.tsx'));

const placeholder = <Skeleton height="100%" radius="sm" />;

type Table = ComponentProps<typeof TrafficTable>;
type Props<Choice extends string> = {
  /** What the choices are of, for those who hear them. */
  label: string;
  choices: { value: Choice; label: string }[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
  rows: Table['rows'];
  look: ChartLook;
  /** What is drawn and named in the legend. */
  series: ComponentProps<typeof TrafficLegend>['series'];
  /** The columns of the table. */
  columns: Table['series'];
  /** Nothing has come yet. */
  loading: boolean;
  /** Said in the place of a chart of nothing; null where there is something. */
  quiet: string | null;
};

/** Counts over time, one split of them at a time, as a chart or as a table. */
export function SeriesChart<Choice extends string>({ label, choices, choice, onChoose, ...given }: Props<Choice>) {
  const { rows, look, series, columns, loading, quiet } = given;
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const shown = series.filter(({ name }) => !hidden.includes(name));
  const other = asTable ? 'chart' : 'table';
  const toggle = (name: string) =>
    setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]);
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          data={choices}
          value={choice}
          aria-label={label}
          onChange={(value) => {
            onChoose(value as Choice);
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
        {loading && placeholder}
        {quiet !== null && <p className={classes.quiet}>{quiet}</p>}
        {!loading && quiet === null && asTable && <TrafficTable rows={rows} look={look} series={columns} />}
        {!loading && quiet === null && !asTable && (
          <Suspense fallback={placeholder}>
            <TrafficBars rows={rows} look={look} series={shown} />
          </Suspense>
        )}
      </div>
      <TrafficLegend series={series} hidden={hidden} onToggle={toggle} />
    </div>
  );
}
