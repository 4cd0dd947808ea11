import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import type { Serve } from '../../lib/feature.ts';
import { serve } from '../../lib/serve.ts';
import { countCodes } from './recovery-codes.ts';
import { stepUp } from './step-up.ts';
import { findTwoStep } from './store.ts';
import { disable, enable, prepare, renewCodes } from './switch.ts';

export const serveTwoStep: Serve = (deps) => {
  const { owner } = deps.database;
  serve(deps, twoStepRoutes, {
    async getTwoStep({ who }) {
      const { enabledAt } = await findTwoStep(owner, who.userId);
      const recoveryCodesLeft = await countCodes(owner, who.userId);
      return { enabled: enabledAt !== null, enabledAt: enabledAt?.toISOString() ?? null, recoveryCodesLeft };
    },

    prepareTwoStep: ({ who, body }) => prepare(deps, who, body.password),

    enableTwoStep: async ({ who, body }) => ({ recoveryCodes: await enable(deps, who, body.code) }),

    async disableTwoStep({ who, body }) {
      await disable(deps, who, body);
      return { message: 'Two-step sign-in is off. Your password alone signs you in.' };
    },

    makeRecoveryCodes: async ({ who, body }) => ({ recoveryCodes: await renewCodes(deps, who, body.password) }),

    async stepUp({ who, body }) {
      await stepUp(deps, who, body);
      return { message: 'Thank you. This counts for ten minutes.' };
    },
  });
};
