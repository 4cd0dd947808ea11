import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import type { ScreensModule, Topics } from '../../lib/feature.ts';

export const topics: Topics = { account: { concerns: (path) => path === twoStepRoutes.getTwoStep.path } };

export const passwordDialog: ScreensModule['passwordDialog'] = async () =>
  (await import('./StepUpDialog.tsx')).StepUpDialog;
