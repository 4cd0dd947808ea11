import { accountRoutes } from '@headwater/contract/account/routes';
import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import type { QueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';

export const twoStepQuery = () => ask(twoStepRoutes.getTwoStep, {});

/** Looks again at how the person signs in, and where they are signed in: switching it on ends other sessions. */
export function refreshSignIn(client: QueryClient): void {
  for (const { path } of [twoStepRoutes.getTwoStep, accountRoutes.listSessions]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
}
