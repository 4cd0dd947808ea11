import { accountRoutes } from './account/routes.ts';
import { nodeRoutes } from './nodes/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { zoneRoutes } from './zones/routes.ts';

/** Every route of the product, by feature: for the route table, the description and the tests that read them all. */
export const contract = { ...accountRoutes, ...serviceRoutes, ...zoneRoutes, ...nodeRoutes, ...systemRoutes };
