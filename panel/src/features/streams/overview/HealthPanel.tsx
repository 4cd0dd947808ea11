import type { Stream, StreamHealth } from '@headwater/contract/streams/schema';
import { useMemo, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SeriesChart } from '../../../ui/SeriesChart.tsx';
import { Tiles } from '../../../ui/Tiles.tsx';
import { Ago } from '../../../ui/Time.tsx';
import { type HealthMetric, healthLook, healthMetrics, healthRows, metricLooks, seriesOf } from './health-series.ts';
import { healthTiles } from './health-tiles.ts';
import classes from './OverviewTab.module.css';

type Props = { stream: Stream; health: StreamHealth | undefined; error: unknown; onRetry: () => void };

const choices = healthMetrics.map((value) => ({ value, label: metricLooks[value].label }));

/** What comes in now, and came in over the last hour. */
export function HealthPanel({ stream, health, error, onRetry }: Props) {
  const [metric, setMetric] = useState<HealthMetric>('bitrate');
  const now = useNow();
  const rows = useMemo(() => (health ? healthRows(health, metric, now) : []), [health, metric, now]);
  const look = useMemo(() => healthLook(metric), [metric]);
  const series = useMemo(() => seriesOf(metric), [metric]);
  if (error && !health) {
    return (
      <Panel>
        <ErrorState error={error} title="The health could not be loaded" onRetry={onRetry} />
      </Panel>
    );
  }
  const quiet =
    health && rows.every(({ value }) => value === null || value === 0)
      ? metric === 'viewers'
        ? 'Nobody watched in the last hour.'
        : metric === 'dropped' && health.points.length > 0
          ? 'No frame was dropped in the last hour.'
          : health.live?.state === 'live'
            ? 'The first figures come within a minute.'
            : 'Nothing came in within the last hour.'
      : null;
  return (
    <>
      <div className={classes.line}>
        <h2 className={classes.heading}>Health</h2>
        {health?.live && (
          <span className={classes.since}>
            as of <Ago iso={health.live.at} />
          </span>
        )}
      </div>
      <Tiles tiles={healthTiles(stream, health)} loading={!health} />
      <Panel>
        <SeriesChart
          label="What the chart shows"
          choices={choices}
          choice={metric}
          onChoose={setMetric}
          rows={rows}
          look={look}
          series={series}
          columns={series}
          loading={!health}
          quiet={quiet}
        />
      </Panel>
    </>
  );
}
