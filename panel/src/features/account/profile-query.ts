import { accountRoutes } from '@headwater/contract/account/routes';
import type { Reply } from '@headwater/contract/lib/route';
import { ask } from '../../lib/ask.ts';

export type Profile = Reply<typeof accountRoutes.getProfile>['profile'];

export const profileQuery = () => ask(accountRoutes.getProfile, {});
