import { z } from 'zod';
import { route, success } from '../lib/route.ts';

const tag = 'System';

export const RoleHealth = z.object({
  state: z.enum(['ok', 'degraded', 'down', 'off']),
  /** Why it is not ok, in words. */
  reason: z.string().optional(),
});

/** What the event stream carries: ids only, never contents. */
export const ServerEvent = z.object({
  topic: z.enum(['zones', 'purges', 'usage', 'services', 'session']),
  serviceId: z.number().int().nullable(),
  id: z.string().nullable(),
});
export type ServerEvent = z.infer<typeof ServerEvent>;

export const systemRoutes = {
  getHealth: route({
    method: 'GET',
    path: '/health',
    summary: 'Whether each role works, and why not',
    tag,
    access: 'public',
    status: 200,
    reply: success({
      version: z.string(),
      roles: z.object({ database: RoleHealth, api: RoleHealth, worker: RoleHealth, edge: RoleHealth }),
    }),
  }),
  getSettings: route({
    method: 'GET',
    path: '/settings',
    summary: 'What the panel must know about this installation before anyone signs in',
    tag,
    access: 'public',
    internal: true,
    status: 200,
    reply: success({
      providerName: z.string(),
      edgeDomain: z.string(),
      /** Shown on the sign-in page while the demo is on. */
      demo: z.object({ email: z.string(), password: z.string() }).nullable(),
    }),
  }),
};
