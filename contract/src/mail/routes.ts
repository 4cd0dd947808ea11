import { z } from 'zod';
import { pageQuery, pageReply } from '../lib/paging.ts';
import { route, success } from '../lib/route.ts';
import { Email, EmailDetails, EmailParams } from './schema.ts';

const tag = 'E-mail';

export const mailRoutes = {
  listEmails: route({
    method: 'GET',
    path: '/emails',
    summary: 'Messages sent to the people of the account, newest first',
    tag,
    access: 'emails.view',
    query: z.object({
      ...pageQuery,
      search: z.string().trim().max(254).default('').describe('part of the subject or of the recipient'),
    }),
    status: 200,
    reply: success({ emails: z.array(Email), ...pageReply }),
  }),
  getEmail: route({
    method: 'GET',
    path: '/emails/:emailId',
    summary: 'One message with its text; one-time links are masked',
    tag,
    access: 'emails.view',
    params: EmailParams,
    status: 200,
    reply: success({ email: EmailDetails }),
    errors: ['not_found'],
  }),
};
