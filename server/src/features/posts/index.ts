import { postRoutes } from '@headwater/contract/posts/routes';
import type { Feature } from '../../lib/feature.ts';
import { servePostPages } from './pages.ts';
import { servePosts } from './routes.ts';

export const feature: Feature = { routes: postRoutes, serve: servePosts, pages: servePostPages };
