import { searchRoutes } from '@headwater/contract/search/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveSearch } from './routes.ts';

export const feature: Feature = { routes: searchRoutes, serve: serveSearch };
