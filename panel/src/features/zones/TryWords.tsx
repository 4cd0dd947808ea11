import type { Zone } from '@headwater/contract/zones/schema';

/** What to expect of the command beside it; promises nothing that the zone's settings rule out. */
export function TryWords({ zone }: { zone: Zone | undefined }) {
  const ttl = zone?.settings.edgeTtlSeconds ?? null;
  if (zone?.status === 1) return 'The zone is disabled: every request is refused until it is enabled.';
  if (ttl === 0) return 'The edges keep nothing of this zone: your origin answers every request.';
  return (
    <>
      Ask for a file of your origin twice. The first answer says <code>X-Cache: MISS</code>, the second{' '}
      <code>X-Cache: HIT</code>.
      {ttl === null && (
        <>
          {' '}
          If your origin sends no <code>Cache-Control</code>, <code>Expires</code> or <code>Last-Modified</code>,
          nothing is kept; a fixed time under Origin and caching makes the edges keep it.
        </>
      )}
    </>
  );
}
