import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { Code, OwnPassword, TwoStep } from './schema.ts';

const tag = 'Two-step sign-in';
const path = '/auth/two-step';
const access = 'session';
const somePassword = 'correct horse battery staple';
const passwordOnly = z.object({ password: OwnPassword }).meta({ examples: [{ password: somePassword }] });
const newCodes = success({ recoveryCodes: z.array(z.string()) });
const sentence = success({ message: z.string() });

export const twoStepRoutes = {
  getTwoStep: route({
    method: 'GET',
    path,
    summary: 'Whether signing in takes a code as well, and how many recovery codes are left',
    tag,
    access,
    status: 200,
    reply: success(TwoStep.shape),
  }),
  prepareTwoStep: route({
    method: 'POST',
    path,
    summary: 'Make a secret for an authenticator app; it counts once a code of it was sent',
    tag,
    access,
    body: passwordOnly,
    status: 200,
    reply: success({
      /** In base32, for typing. */
      secret: z.string(),
      /** For a QR code. */
      uri: z.string(),
    }),
    errors: ['wrong_password', 'conflict', 'email_unverified', 'rate_limited'],
  }),
  enableTwoStep: route({
    method: 'PUT',
    path,
    summary: 'Switch two-step sign-in on by a first code; the recovery codes are shown this once, other sessions end',
    tag,
    access,
    body: z.object({ code: Code }).meta({ examples: [{ code: '492039' }] }),
    status: 200,
    reply: newCodes,
    errors: ['invalid_code', 'conflict', 'email_unverified', 'rate_limited'],
  }),
  disableTwoStep: route({
    method: 'DELETE',
    path,
    summary: 'Switch two-step sign-in off',
    tag,
    access,
    body: z.object({ password: OwnPassword, code: Code }).meta({
      examples: [{ password: somePassword, code: '492039' }],
    }),
    status: 200,
    reply: sentence,
    errors: ['wrong_password', 'invalid_code', 'conflict', 'rate_limited'],
  }),
  makeRecoveryCodes: route({
    method: 'POST',
    path: `${path}/recovery-codes`,
    summary: 'Make new recovery codes, shown this once; the ones before them no longer work',
    tag,
    access,
    body: passwordOnly,
    status: 200,
    reply: newCodes,
    errors: ['wrong_password', 'conflict', 'rate_limited'],
  }),
  stepUp: route({
    method: 'POST',
    path: '/auth/step-up',
    summary: 'Give the password once more, for what asks for it: it then counts for ten minutes',
    tag,
    access,
    body: z.object({ password: OwnPassword, code: Code.optional() }).meta({ examples: [{ password: somePassword }] }),
    status: 200,
    reply: sentence,
    errors: ['wrong_password', 'code_required', 'invalid_code', 'rate_limited'],
  }),
};
