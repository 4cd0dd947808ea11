import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Screen, Topics } from '../../lib/feature.ts';
import { readZoneSearch, readZonesSearch } from '../../lib/zone-search.ts';

export const screens: Screen[] = [
  {
    frame: 'service',
    path: 'zones/http/pull',
    title: 'HTTP pull zones',
    access: zoneRoutes.listZones.access,
    readSearch: readZonesSearch,
    load: async () => (await import('./ZonesScreen.tsx')).ZonesScreen,
  },
  {
    frame: 'service',
    path: 'zones/http/pull/$zoneId',
    title: 'HTTP pull zone',
    access: zoneRoutes.getZone.access,
    readSearch: readZoneSearch,
    load: async () => (await import('./ZoneScreen.tsx')).ZoneScreen,
  },
];

const zonePaths = '/services/:serviceId/zones/';

export const topics: Topics = {
  zones: {
    concerns: (path) => path.startsWith(zonePaths) && !path.endsWith('/statistics'),
    idParam: 'zoneId',
  },
  // A purge's id is not the zone's, so its event cannot leave other zones alone.
  purges: { concerns: (path) => path.startsWith(zonePaths) && path.includes('/purges') },
  usage: {
    concerns: (path) => path.endsWith('/statistics') || path === `${zonePaths}:mode/:type`,
    idParam: 'zoneId',
  },
};
