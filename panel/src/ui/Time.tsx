import { Tooltip } from '@mantine/core';
import { formatAgo, formatDateTime, formatDay, formatUtc, formatWhen } from '../lib/format-time.ts';
import { useNow } from '../lib/use-now.ts';

/** How long ago something was; the exact moment, in both zones, on hover. */
export function Ago({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <Tooltip label={`${formatDateTime(iso)} · ${formatUtc(iso)}`}>
      <time dateTime={iso}>{formatAgo(iso, now)}</time>
    </Tooltip>
  );
}

/** A moment as short as it can be said today; the exact one, in both zones, on hover. */
export function When({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <Tooltip label={`${formatDateTime(iso)} · ${formatUtc(iso)}`}>
      <time dateTime={iso}>{formatWhen(iso, now)}</time>
    </Tooltip>
  );
}

/** A moment in the person's zone; in UTC on hover. */
export function DateTime({ iso }: { iso: string }) {
  return (
    <Tooltip label={formatUtc(iso)}>
      <time dateTime={iso}>{formatDateTime(iso)}</time>
    </Tooltip>
  );
}

/** A day in the person's zone; the moment, in both zones, on hover. */
export function Day({ iso }: { iso: string }) {
  return (
    <Tooltip label={`${formatDateTime(iso)} · ${formatUtc(iso)}`}>
      <time dateTime={iso}>{formatDay(iso)}</time>
    </Tooltip>
  );
}
