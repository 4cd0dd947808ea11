import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import {
  Client,
  Company,
  Contact,
  Email,
  FirstName,
  FullName,
  isSame,
  LastName,
  LoginRequest,
  notSame,
  OneTimeKey,
  Profile,
  passwordTwice,
  Registration,
  SessionInfo,
} from './schema.ts';

const tag = 'Account';
const someKey = 'hwo_b1c9zR0ZK3vYq8n4m2p6t7w5x1s3d9f0g8h2j4k6l8A';
const somePassword = { password: 'correct horse battery staple', confirmation: 'correct horse battery staple' };
const keyOnly = z.object({ key: OneTimeKey }).meta({ examples: [{ key: someKey }] });
const told = success({ message: z.string() });
const sentence = { status: 200, reply: told } as const;

export const accountRoutes = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password',
    tag,
    access: 'public',
    body: LoginRequest,
    status: 200,
    reply: success({ message: z.string(), token: z.string(), contactid: z.string().nullable() }),
    errors: ['invalid_credentials', 'code_required', 'invalid_code', 'rate_limited'],
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session that the bearer token belongs to',
    tag,
    access: 'session',
    ...sentence,
  }),
  getSession: route({
    method: 'GET',
    path: '/auth/session',
    summary: 'Check the session: who is signed in, and what they may do',
    tag,
    access: 'session',
    status: 200,
    reply: success({
      client: Client,
      contact: Contact.nullable(),
      isSubContact: z.boolean(),
      permissions: Contact.shape.permissions,
      expiresAt: z.iso.datetime(),
    }),
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account; a message with a link verifies the address. Known addresses are answered alike',
    tag,
    access: 'public',
    body: Registration,
    status: 202,
    reply: told,
    errors: ['rate_limited'],
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/auth/verify-email',
    summary: 'Verify an e-mail address by the key of the link that was sent to it',
    tag,
    access: 'public',
    body: keyOnly,
    status: 200,
    reply: success({ message: z.string(), email: z.string() }),
    errors: ['key_expired', 'rate_limited'],
  }),
  resendVerification: route({
    method: 'POST',
    path: '/auth/verification',
    summary: "Send the account holder's verification link once more",
    tag,
    access: 'session',
    status: 202,
    reply: told,
    errors: ['conflict', 'rate_limited'],
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Ask for a link that sets a new password. Unknown addresses are answered alike',
    tag,
    access: 'public',
    body: z.object({ email: Email }).meta({ examples: [{ email: 'dana@riverside.example' }] }),
    status: 202,
    reply: told,
    errors: ['rate_limited'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password by the reset key of a mailed link; every session of that person ends',
    tag,
    access: 'public',
    body: z
      .object({ key: OneTimeKey, ...passwordTwice })
      .refine(isSame, notSame)
      .meta({ examples: [{ key: someKey, ...somePassword }] }),
    ...sentence,
    errors: ['key_expired', 'rate_limited'],
  }),
  changePassword: route({
    method: 'PUT',
    path: '/auth/password',
    summary: 'Change the own password; the other sessions of that person end',
    tag,
    access: 'session',
    body: z
      .object({ current: z.string().min(1, 'Enter your current password').max(1024), ...passwordTwice })
      .refine(isSame, notSame)
      .meta({ examples: [{ current: 'the one until now', ...somePassword }] }),
    ...sentence,
    errors: ['wrong_password', 'rate_limited'],
  }),
  listSessions: route({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Where the own sign-in is in use, newest first',
    tag,
    access: 'session',
    status: 200,
    reply: success({ sessions: z.array(SessionInfo) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    summary: 'End one of the own sessions',
    tag,
    access: 'session',
    params: z.object({ sessionId: z.string().max(64) }),
    ...sentence,
    errors: ['not_found'],
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all of the own sessions but this one',
    tag,
    access: 'session',
    status: 200,
    reply: success({ message: z.string(), ended: z.number().int() }),
  }),
  getProfile: route({
    method: 'GET',
    path: '/account',
    summary: 'The account and the person who is signed in',
    tag,
    access: 'session',
    status: 200,
    reply: success({ profile: Profile }),
    revised: 'profile.account',
  }),
  updateAccount: route({
    method: 'PATCH',
    path: '/account',
    summary: 'Change what the account is known by',
    tag,
    access: 'account.manage',
    people: true,
    body: z
      .object({ fullname: FullName.optional(), company: Company.optional() })
      .meta({ examples: [{ company: 'Riverside Media' }] }),
    status: 200,
    reply: success({ account: Profile.shape.account }),
    revised: 'account',
  }),
  updatePerson: route({
    method: 'PATCH',
    path: '/account/me',
    summary: 'Change the own name',
    tag,
    access: 'session',
    body: z
      .object({ firstname: FirstName.optional(), lastname: LastName.optional() })
      .meta({ examples: [{ firstname: 'Dana', lastname: 'Demo' }] }),
    status: 200,
    reply: success({ profile: Profile }),
  }),
  changeEmail: route({
    method: 'POST',
    path: '/account/email',
    summary: 'Ask for another address to sign in with; it is changed once the link sent to it was followed',
    tag,
    access: 'session',
    body: z
      .object({ email: Email, password: z.string().min(1, 'Enter your password').max(1024) })
      .meta({ examples: [{ email: 'dana@hilltop.example', password: 'correct horse battery staple' }] }),
    status: 202,
    reply: told,
    errors: ['wrong_password', 'rate_limited'],
  }),
  confirmEmail: route({
    method: 'POST',
    path: '/auth/confirm-email',
    summary: 'Take over a new address by the key of the link that was sent to it',
    tag,
    access: 'public',
    body: keyOnly,
    status: 200,
    reply: success({ message: z.string(), email: z.string() }),
    errors: ['key_expired', 'email_taken', 'rate_limited'],
  }),
};
