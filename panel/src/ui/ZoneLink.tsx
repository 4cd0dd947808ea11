import type { Zone } from '@headwater/contract/zones/schema';
import { AnchorLink } from './links.tsx';

/** A zone's name, leading to it. */
export function ZoneLink({ zone }: { zone: Pick<Zone, 'serviceId' | 'zoneId' | 'name'> }) {
  const params = { serviceId: String(zone.serviceId), zoneId: zone.zoneId };
  return (
    <AnchorLink to="/$serviceId/zones/http/pull/$zoneId" params={params} fw={550} inherit className="clip">
      {zone.name}
    </AnchorLink>
  );
}
