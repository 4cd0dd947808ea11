const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });

/** What stands where there is no figure. */
export const noFigure = '–';

/** Every digit: `1,234,567`. */
export const formatCount = (count: number): string => counts.format(count);

/** Three digits that matter: `1.23M`. */
export const formatShort = (count: number): string => (count < 10_000 ? counts.format(count) : compact.format(count));

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Decimal units, as traffic is billed: `1.5 GB`. */
export function formatBytes(bytes: number): string {
  const magnitude = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  let step = Math.min(units.length - 1, magnitude);
  // 999,999 rounds up to 1000 of its unit, which is 1 of the next.
  if (Number(significant.format(bytes / 1000 ** step)) >= 1000 && step < units.length - 1) step += 1;
  return `${significant.format(bytes / 1000 ** step)} ${units[step]}`;
}

/** Bits a second, as lines are sold: `12.4 Mbit/s`. */
export function formatRate(bytesPerSecond: number): string {
  const [value, unit = 'B'] = formatBytes(bytesPerSecond * 8).split(' ');
  return `${value} ${unit === 'B' ? '' : unit[0]?.replace('K', 'k')}bit/s`;
}

/** A share of a whole: `98.2 %`; no figure when there is no whole. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return noFigure;
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  if (percent < 100 && percent > 99.9) return '> 99.9 %';
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)} %`;
}

/** `240 ms`, `1.2 s`, `3 min`. */
export function formatLatency(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${significant.format(Math.round(ms / 100) / 10)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

const spans = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Seconds in the largest unit that divides them: `4 hours`, `90 seconds`. */
export function formatSeconds(seconds: number): string {
  const [unit, size] = spans.find(([, span]) => seconds >= span && seconds % span === 0) ?? ['second', 1];
  const count = seconds / size;
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
}
