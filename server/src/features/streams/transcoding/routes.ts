import { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import type { Serve } from '../../../lib/feature.ts';
import { serve } from '../../../lib/serve.ts';
import { filterHandlers } from './filters.ts';
import { logoHandlers } from './logos.ts';
import { profileHandlers } from './profiles.ts';

export const serveTranscoding: Serve = (deps) =>
  serve(deps, transcodingRoutes, { ...profileHandlers(deps), ...filterHandlers(deps), ...logoHandlers(deps) });
