const minuteMs = 60_000;

/** How long something lasted: `under a minute`, `12 min`, `3 h 20 min`, `2 days`; `ongoing` while it does. */
export function lastedWords({ startedAt, endedAt }: { startedAt: string; endedAt: string | null }): string {
  if (endedAt === null) return 'ongoing';
  const minutes = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / minuteMs);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2 * 1440) return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
  return `${Math.round(minutes / 1440)} days`;
}
