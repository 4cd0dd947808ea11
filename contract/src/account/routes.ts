import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { Client, Contact, LoginRequest } from './schema.ts';

const tag = 'Account';

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
    errors: ['invalid_credentials', 'rate_limited'],
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session that the bearer token belongs to',
    tag,
    access: 'session',
    status: 200,
    reply: success({ message: z.string() }),
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
};
