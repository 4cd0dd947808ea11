import { nodeRoutes } from '@headwater/contract/nodes/routes';
import type { Feature } from '../../lib/feature.ts';
import { serveNodes } from './routes.ts';
import { sweepFeed } from './sweep.ts';

export { announceNode, readNode } from './credentials.ts';
export {
  awayAfterSeconds,
  describeDeployment,
  joinRefusal,
  listProgress,
  type NodeProgress,
  refusalWords,
} from './deployment.ts';
export { kindWords } from './kinds.ts';

export const feature: Feature = {
  routes: nodeRoutes,
  serve: serveNodes,
  jobs: [{ name: 'sweep-feed', cron: '17 * * * *', run: sweepFeed }],
};
