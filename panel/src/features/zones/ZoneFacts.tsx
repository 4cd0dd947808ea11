import type { Zone } from '@headwater/contract/zones/schema';
import { formatSeconds } from '../../lib/format.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { DateTime } from '../../ui/Time.tsx';
import { ZoneState } from '../../ui/ZoneState.tsx';

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

/** What a zone is, in one table. */
export function ZoneFacts({ zone }: { zone: Zone | undefined }) {
  return (
    <Facts
      facts={[
        { label: 'Host name', value: zone && <Copyable value={zone.hostname} what="host name" /> },
        { label: 'Address', value: zone && <Copyable value={zone.url} what="address" /> },
        { label: 'Origin', value: zone && <Copyable value={zone.origin} what="origin" /> },
        { label: 'Caching', value: zone && cachingWords(zone.settings) },
        { label: 'State', value: zone && <ZoneState zone={zone} /> },
        { label: 'Zone id', value: zone && <Copyable value={zone.zoneId} what="zone id" /> },
        { label: 'Created', value: zone && <DateTime iso={zone.createdAt} /> },
      ]}
    />
  );
}
