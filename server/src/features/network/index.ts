import { networkRoutes } from '@headwater/contract/network/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveNetwork } from './routes.ts';

export const feature: Feature = { routes: networkRoutes, serve: serveNetwork };
