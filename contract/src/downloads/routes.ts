import { z } from 'zod';
import { route, success } from '../lib/route.ts';

export const downloadRoutes = {
  download: route({
    method: 'GET',
    path: '/downloads/:ticket',
    summary: 'What a ticket was made for; ranges are answered',
    tag: 'Downloads',
    access: 'public',
    params: z.object({ ticket: z.string().max(100) }),
    status: 200,
    reply: success({}),
    sends: 'application/octet-stream',
    errors: ['not_found', 'range_not_satisfiable'],
  }),
};
