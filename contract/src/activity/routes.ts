import { z } from 'zod';
import { DownloadTicket } from '../downloads/schema.ts';
import { pageQuery, pageReply } from '../lib/paging.ts';
import { route, success } from '../lib/route.ts';
import { Activity, ActivityFilter } from './schema.ts';

const tag = 'Activity log';

export const activityRoutes = {
  listActivity: route({
    method: 'GET',
    path: '/activity-log',
    summary: 'What was done in the account, by whom and from where, newest first',
    tag,
    access: 'activity.view',
    query: ActivityFilter.extend(pageQuery),
    status: 200,
    reply: success({ activity: z.array(Activity), types: z.array(z.string()), ...pageReply }),
  }),
  ticketActivity: route({
    method: 'POST',
    path: '/activity-log/ticket',
    summary: 'A link that downloads the filtered log as CSV, good for ten minutes and this session',
    tag,
    access: 'activity.view',
    body: ActivityFilter.meta({ examples: [{ type: 'zone', from: '2026-11-01T00:00:00.000Z' }] }),
    status: 201,
    reply: success({ ticket: DownloadTicket }),
  }),
};
