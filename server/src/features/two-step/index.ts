import { twoStepRoutes } from '@headwater/contract/two-step/routes';
import type { Feature } from '../../lib/feature.ts';
import { askCode } from './ask-code.ts';
import { serveTwoStep } from './routes.ts';

export const feature: Feature = { routes: twoStepRoutes, serve: serveTwoStep, admitSignIn: askCode };
