import type { DnsStatistics } from '@headwater/contract/dns/statistics-routes';
import { formatCount, formatShort } from '../../../lib/format.ts';
import type { ChartLook } from '../../../ui/chart-look.ts';
import type { ChartRow, Series } from '../../../ui/traffic-series.ts';

/** What queries are told apart by: what was asked for, or what was said. */
export type SplitBy = 'types' | 'rcodes';

/** So many have a colour of their own; all others are one. */
const mostSeries = 5;
const rest = 'other';

/** Without amber and red, which stand for what went wrong. */
const plainColors = [1, 2, 5, 6, 3, 7];
const answerColors: Record<string, number> = {
  NOERROR: 1,
  NXDOMAIN: 3,
  SERVFAIL: 4,
  REFUSED: 6,
  NOTIMP: 5,
  FORMERR: 2,
};
const colorOf = (name: string, index: number, by: SplitBy) =>
  `var(--hw-chart-${(by === 'rcodes' && answerColors[name]) || plainColors[index] || 7})`;

const answerWords: Record<string, string> = {
  NOERROR: 'answered',
  NXDOMAIN: 'no such name',
  SERVFAIL: 'failed',
  REFUSED: 'refused',
  NOTIMP: 'not implemented',
  FORMERR: 'malformed question',
};

export const answerLabel = (rcode: string): string => (answerWords[rcode] ? `${rcode}: ${answerWords[rcode]}` : rcode);

/** The names of the figures as data; a chart would read a dot in a name as a path. */
const fieldOf = (name: string) => `n-${name.replaceAll(/[^A-Za-z0-9-]/g, '-')}`;

/** The largest parts of the whole, largest first, and what is left of it. */
export function querySeries(statistics: DnsStatistics, by: SplitBy): Series[] {
  const names = Object.entries(statistics[by])
    .filter(([, count]) => count > 0)
    .sort(([nameA, a], [nameB, b]) => b - a || nameA.localeCompare(nameB))
    .map(([name]) => name);
  const own = names.slice(0, names.length > mostSeries + 1 ? mostSeries : mostSeries + 1);
  const series = own.map((name, index) => ({
    name: fieldOf(name),
    label: by === 'rcodes' ? answerLabel(name) : name,
    color: colorOf(name, index, by),
  }));
  if (own.length === names.length) return series;
  return [...series, { name: rest, label: 'Others', color: 'var(--hw-chart-7)' }];
}

/** A row a step; what has no series of its own is summed up. */
export function queryRows(statistics: DnsStatistics, by: SplitBy, series: readonly Series[]): ChartRow[] {
  const own = new Set(series.map(({ name }) => name));
  return statistics.points.map((point) => {
    const row: ChartRow = { at: point.at };
    for (const { name } of series) row[name] = 0;
    for (const [name, count] of Object.entries(point[by])) {
      const field = own.has(fieldOf(name)) ? fieldOf(name) : rest;
      row[field] = Number(row[field] ?? 0) + count;
    }
    return row;
  });
}

type Format = Intl.DateTimeFormatOptions;
const write = (at: string, format: Format) => new Date(at).toLocaleString('en-GB', { ...format, timeZone: 'UTC' });

/** Steps are days and hours of UTC, and so are their names. */
const steps: Record<DnsStatistics['step'], Pick<ChartLook, 'tick' | 'range'>> = {
  hour: {
    tick: (at) => write(at, { hour: '2-digit', minute: '2-digit' }),
    range: (at) => {
      const end = new Date(Date.parse(at) + 3_600_000).toISOString();
      const hour = (moment: string) => write(moment, { hour: '2-digit', minute: '2-digit' });
      return `${write(at, { day: 'numeric', month: 'short' })}, ${hour(at)}–${hour(end)}`;
    },
  },
  day: {
    tick: (at) => write(at, { day: 'numeric', month: 'short' }),
    range: (at) => write(at, { day: 'numeric', month: 'short', year: 'numeric' }),
  },
  month: {
    tick: (at) => write(at, { month: 'short', year: 'numeric' }),
    range: (at) => write(at, { month: 'long', year: 'numeric' }),
  },
};

export const queryLook = (step: DnsStatistics['step']): ChartLook => ({
  label: 'Queries',
  stacked: true,
  exact: (value) => formatCount(Number(value ?? 0)),
  short: formatShort,
  wholeNumbers: true,
  ticks: null,
  ...steps[step],
});
