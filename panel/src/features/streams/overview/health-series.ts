import type { StreamHealth } from '@headwater/contract/streams/schema';
import { formatCount } from '../../../lib/format.ts';
import { formatStep } from '../../../lib/format-time.ts';
import type { ChartLook } from '../../../ui/chart-look.ts';
import type { ChartRow, Series } from '../../../ui/traffic-series.ts';
import { kbit } from '../stream-words.ts';

export const healthMetrics = ['bitrate', 'fps', 'keyframe', 'dropped', 'viewers'] as const;
export type HealthMetric = (typeof healthMetrics)[number];

type Look = {
  label: string;
  exact: (value: number) => string;
  short: (value: number) => string;
  unit?: string;
  stepSeconds: number;
};

const rounded = (value: number) => String(Math.round(value * 10) / 10);

export const metricLooks: Record<HealthMetric, Look> = {
  bitrate: { label: 'Bitrate', exact: kbit, short: formatCount, unit: 'kbit/s', stepSeconds: 10 },
  fps: { label: 'Frames a second', exact: rounded, short: rounded, stepSeconds: 10 },
  keyframe: {
    label: 'Key frames',
    exact: (value) => `every ${rounded(value)} s`,
    short: (value) => `${rounded(value)} s`,
    stepSeconds: 10,
  },
  dropped: { label: 'Dropped', exact: (value) => `${formatCount(value)} frames`, short: formatCount, stepSeconds: 10 },
  viewers: { label: 'Viewers', exact: formatCount, short: formatCount, stepSeconds: 60 },
};

export function seriesOf(metric: HealthMetric): Series[] {
  const { label, unit } = metricLooks[metric];
  return [{ name: 'value', label, color: 'var(--hw-chart-1)', ...(unit && { unit }) }];
}

type Value = { at: string; value: number | null };

function valuesOf({ points, viewers }: Pick<StreamHealth, 'points' | 'viewers'>, metric: HealthMetric): Value[] {
  if (metric === 'viewers') return viewers.map(({ at, viewers: value }) => ({ at, value }));
  return points.map(({ at, bitrateKbps, fps, keyframeSeconds, droppedFrames }) => ({
    at,
    value: { bitrate: bitrateKbps, fps, keyframe: keyframeSeconds, dropped: droppedFrames }[metric],
  }));
}

const hourSeconds = 3600;

/** Every step of the last hour: where nothing came in the chart has a gap rather than a shorter axis. */
export function healthRows(
  health: Pick<StreamHealth, 'points' | 'viewers'>,
  metric: HealthMetric,
  now: number,
): ChartRow[] {
  const stepMs = metricLooks[metric].stepSeconds * 1000;
  const byStep = new Map(valuesOf(health, metric).map(({ at, value }) => [Math.floor(Date.parse(at) / stepMs), value]));
  const last = Math.floor(now / stepMs);
  const steps = (hourSeconds * 1000) / stepMs;
  return Array.from({ length: steps }, (_, index) => {
    const step = last - steps + 1 + index;
    return { at: new Date(step * stepMs).toISOString(), value: byStep.get(step) ?? null };
  });
}

export function healthLook(metric: HealthMetric): ChartLook {
  const { label, exact, short, stepSeconds } = metricLooks[metric];
  return {
    label,
    stacked: false,
    exact: (value) => (typeof value === 'number' ? exact(value) : 'nothing came in'),
    short,
    wholeNumbers: metric !== 'keyframe',
    tick: (at) => formatStep(at, stepSeconds),
    range: (at) =>
      new Date(at).toLocaleTimeString('en-GB', {
        hour: '2-digit',
        minute: '2-digit',
        ...(stepSeconds < 60 && { second: '2-digit' }),
      }),
    ticks: null,
  };
}
