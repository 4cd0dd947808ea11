import { accountRoutes } from '@headwater/contract/account/routes';
import type { Topics } from '../../lib/feature.ts';

/** Alerts come with the session: one about a trial changes with its service. */
export const topics: Topics = { services: { concerns: (path) => path === accountRoutes.getSession.path } };
