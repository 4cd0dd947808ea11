const pad = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21 14:03:09 UTC`, the same everywhere. */
export function formatUtc(iso: string): string {
  const date = new Date(iso);
  const day = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())} UTC`;
}

/** Day and time in the person's zone: `21 Nov 2026, 15:03`. */
export function formatDateTime(iso: string, timeZone?: string): string {
  return new Date(iso).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
}

/** `21 Nov 2026`. */
export const formatDay = (iso: string, timeZone?: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });

/** The time of a moment of today, day and time of any other, in the person's zone. */
export function formatWhen(iso: string, now: number): string {
  if (formatDay(iso) !== formatDay(new Date(now).toISOString())) return formatDateTime(iso);
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** How long ago: `just now`, `40 s ago`, `3 min ago`, `2 h ago`, `4 days ago`, then the day. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(iso)) / 1000);
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  if (days < 30) return `${days} day${days === 1 ? '' : 's'} ago`;
  return formatDay(iso);
}

/** The label of a step on a time axis: hours within two days, days beyond. */
export function formatStep(iso: string, stepSeconds: number, timeZone?: string): string {
  const date = new Date(iso);
  return stepSeconds < 86_400
    ? date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone });
}

/** The whole step in words, for a tooltip: `21 Nov, 14:00–15:00`. */
export function formatStepRange(iso: string, stepSeconds: number, timeZone?: string): string {
  const day = new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone });
  if (stepSeconds >= 86_400) return day;
  const end = new Date(Date.parse(iso) + stepSeconds * 1000).toISOString();
  return `${day}, ${formatStep(iso, stepSeconds, timeZone)}–${formatStep(end, stepSeconds, timeZone)}`;
}
