import type { zoneRoutes } from '@headwater/contract/zones/routes';
import type { FeatureSamples } from '../samples.ts';
import { addZone } from '../zones.ts';

export const samples: FeatureSamples<typeof zoneRoutes> = {
  async things(world, owner) {
    const zone = await addZone(world, owner);
    const purge = await world.ask(owner, 'POST', `${zone.path}/purge`, { files: ['/a'] });
    return { zoneId: zone.id, purgeId: purge.body.purgeId };
  },
  routes: {
    listZones: {},
    createZone: { body: { name: 'From the matrix', origin: 'https://origin.test' } },
    getZone: {},
    updateZone: { body: { name: 'Renamed' } },
    setZoneStatus: { body: { status: 1 } },
    deleteZone: {},
    restoreZone: {
      before: (world, owner, { zoneId }) =>
        world.ask(owner, 'DELETE', `/services/${owner.serviceId}/zones/http/pull/${zoneId}`),
    },
    purgeZone: { body: { files: ['/logo.png'] } },
    listPurges: {},
    getPurge: {},
    getZoneStatistics: {},
    getServiceStatistics: {},
  },
};
