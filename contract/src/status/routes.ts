import { z } from 'zod';
import { route, success } from '../lib/route.ts';

export const StatusWord = z.enum(['operational', 'degraded', 'outage', 'unknown']);
export type StatusWord = z.infer<typeof StatusWord>;

export const ServiceStatus = z.object({
  name: z.string(),
  status: StatusWord,
  /** Why it is not operational, in words; never names a node. */
  reason: z.string().nullable(),
  /** Share of the last 90 days' checks that found it operational, 0 to 1; null before the first check. */
  uptime: z.number().min(0).max(1).nullable(),
  /** The last 90 days, oldest first, with how often each was looked at; null on days without a check. */
  days: z.array(
    z.object({ day: z.iso.date(), checks: z.number().int().min(0), uptime: z.number().min(0).max(1).nullable() }),
  ),
});

export const statusRoutes = {
  getStatus: route({
    method: 'GET',
    path: '/status',
    summary: 'Whether the parts of the service work, and how they did',
    tag: 'Status',
    access: 'public',
    status: 200,
    reply: success({
      status: StatusWord,
      services: z.array(ServiceStatus),
      incidents: z.array(
        z.object({
          id: z.string(),
          service: z.string(),
          status: StatusWord,
          reason: z.string().nullable(),
          startedAt: z.iso.datetime(),
          endedAt: z.iso.datetime().nullable(),
        }),
      ),
      checkedAt: z.iso.datetime().nullable(),
    }),
  }),
};
