import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Feature } from '../../lib/feature.ts';
import { followed } from './followed.ts';
import { followService } from './republish.ts';
import { serveZones } from './routes.ts';
import { zoneSearch } from './search.ts';
import { sweepZones } from './sweep.ts';

export { publishZone } from './change.ts';
export { checkOrigin } from './check-origin.ts';
export { defaultSettings } from './create.ts';
export { republishZones } from './republish.ts';
export { insertZone } from './store.ts';

export const feature: Feature = {
  routes: zoneRoutes,
  serve: serveZones,
  followed,
  topics: { zones: 'zones.view', purges: 'zones.view' },
  search: [zoneSearch],
  jobs: [{ name: 'sweep-zones', cron: '37 * * * *', run: sweepZones }],
  onServiceChange: followService,
};
