import type { Zone } from '@headwater/contract/zones/schema';
import { formatSeconds } from '../../lib/format.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { DateTime } from '../../ui/Time.tsx';

/** How long the edges keep files, in words. */
export function cachingWords({ edgeTtlSeconds, queryString }: Zone['settings']): string {
  const time =
    edgeTtlSeconds === null
      ? 'As the origin says'
      : edgeTtlSeconds === 0
        ? 'Nothing is kept'
        : `${formatSeconds(edgeTtlSeconds)}, whatever the origin says`;
  return queryString === 'ignore' ? `${time}; the query string is ignored` : time;
}

/** What it means for visitors that edges have not been heard of. */
const awayWords = (away: readonly string[]) =>
  `${away.join(', ')}. What was changed since reaches ${away.length === 1 ? 'it' : 'them'} on return.`;

/** What a zone is, in one table. Whether it serves stands beside the page's title. */
export function ZoneFacts({ zone }: { zone: Zone | undefined }) {
  const away = zone?.deployment.away ?? [];
  return (
    <Facts
      facts={[
        { label: 'Host name', value: zone && <Copyable value={zone.hostname} what="host name" whole /> },
        { label: 'Address', value: zone && <Copyable value={zone.url} what="address" whole /> },
        { label: 'Origin', value: zone && <Copyable value={zone.origin} what="origin" whole /> },
        { label: 'Caching', value: zone && cachingWords(zone.settings) },
        { label: 'Zone id', value: zone && <Copyable value={zone.zoneId} what="zone id" /> },
        { label: 'Created', value: zone && <DateTime iso={zone.createdAt} /> },
        { label: 'Changed', value: zone && <DateTime iso={zone.updatedAt} /> },
        ...(away.length > 0 ? [{ label: 'Away', value: awayWords(away) }] : []),
      ]}
    />
  );
}
