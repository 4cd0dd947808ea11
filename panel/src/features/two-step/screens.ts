import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import type { Topics } from '../../lib/feature.ts';

export const topics: Topics = { account: { concerns: (path) => path === twoStepRoutes.getTwoStep.path } };
