import { z } from 'zod';

/** Of an authenticator app, or a recovery code; spaces and hyphens in it do not matter. */
export const Code = z.string().trim().min(1, 'Enter the code').max(50, 'Use at most 50 characters');

export const OwnPassword = z.string().min(1, 'Enter your password').max(1024);

export const TwoStep = z.object({
  enabled: z.boolean(),
  enabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int().nonnegative(),
});
export type TwoStep = z.infer<typeof TwoStep>;
