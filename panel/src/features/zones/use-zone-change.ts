import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { useQueryClient } from '@tanstack/react-query';
import { zoneQuery } from '../../lib/zone-queries.ts';

/** Puts a zone that the server answered with in place of the one on screen, and has the lists asked again. */
export function useZoneChange(): (zone: Zone) => void {
  const client = useQueryClient();
  return (zone) => {
    client.setQueryData(zoneQuery(zone.serviceId, zone.zoneId).queryKey, { result: 'success', zone });
    void client.invalidateQueries({ queryKey: [zoneRoutes.listZones.path] });
  };
}
