import { z } from 'zod';
import { route, success } from '../lib/route.ts';

const tag = 'System';

export const RoleHealth = z.object({
  state: z.enum(['ok', 'degraded', 'down', 'off']),
  /** Why it is not ok, in words. */
  reason: z.string().optional(),
});

/**
 * What the event stream carries: ids only, never contents. Features name their topics; `session` says that what the
 * caller may do has changed, and ends the stream.
 */
export const ServerEvent = z.object({
  topic: z.string(),
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
      roles: z.object({
        database: RoleHealth,
        api: RoleHealth,
        worker: RoleHealth,
        edge: RoleHealth,
        /** Name servers. */
        dns: RoleHealth,
        /** Live servers. */
        live: RoleHealth,
        storage: RoleHealth,
      }),
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
      /** Where the panel finds posts, in the shape of WordPress' API. */
      feeds: z.object({ blog: z.string(), help: z.string() }),
      /** Pages of the provider; what is null is not shown. */
      links: z.object({
        blog: z.string().nullable(),
        helpCenter: z.string().nullable(),
        developerHub: z.string().nullable(),
        productLogs: z.string().nullable(),
        roadmap: z.string().nullable(),
        caseStudies: z.string().nullable(),
        featureRequest: z.string().nullable(),
        scheduleMeeting: z.string().nullable(),
        support: z.string().nullable(),
      }),
      /** The panel before this one; null without one. */
      legacyUrl: z.string().nullable(),
      /** The script of a feedback widget; null without one. */
      feedbackScript: z.string().nullable(),
    }),
  }),
  streamEvents: route({
    method: 'GET',
    path: '/events',
    summary: 'Server-sent events: what changed, by topic and id. Send the last event id to hear what was missed',
    tag,
    access: 'caller',
    narrowed: true,
    status: 200,
    reply: success({}),
    sends: 'text/event-stream',
  }),
  describeApi: route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    tag,
    access: 'public',
    internal: true,
    status: 200,
    reply: success({}),
    sends: 'application/json',
  }),
};
