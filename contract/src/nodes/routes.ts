import { z } from 'zod';
import { route, success } from '../lib/route.ts';
import { DnsUsageGap, DnsUsageHour } from './dns-document.ts';
import { UsageMinute } from './edge-document.ts';

const tag = 'Nodes';

export const NodeKind = z.enum(['edge', 'dns', 'live', 'storage']);
export type NodeKind = z.infer<typeof NodeKind>;

/** Stands for a document that the control plane cannot open: a node refuses that version in these words. */
export const UnreadableDoc = z.object({ unreadable: z.string().max(500) });
export type UnreadableDoc = z.infer<typeof UnreadableDoc>;

export const FeedEntry = z.object({
  key: z.string(),
  seq: z.number().int(),
  deleted: z.boolean(),
  /** Null when deleted; an UnreadableDoc where the control plane could not open it. */
  doc: z.unknown(),
});
export type FeedEntry = z.infer<typeof FeedEntry>;

export const FeedReply = z.object({
  result: z.literal('success'),
  epoch: z.string(),
  /** True: `entries` begin a full picture; the node forgets what it had, purges included. */
  snapshot: z.boolean(),
  entries: z.array(FeedEntry),
  /** The cursor to ask with next. */
  cursor: z.number().int(),
  /** True: more is waiting beyond the cursor; a snapshot ends with the first reply that says false. */
  more: z.boolean(),
});
export type FeedReply = z.infer<typeof FeedReply>;

export const NodeReport = z.object({
  epoch: z.string().nullable(),
  appliedSeq: z.number().int().min(0),
  /** Every key that the engine refuses now, at the version it refused. */
  refused: z
    .array(z.object({ key: z.string().max(300), seq: z.number().int(), reason: z.string().max(2000) }))
    .max(10_000),
  version: z.string().max(60),
  /** False while the engine cannot serve, with the reason. */
  serving: z.boolean(),
  /** What keeps the node from working well, one sentence each: a full disk, no nginx, serving its last good state. */
  warnings: z.array(z.string().max(500)).max(50),
  /** What concerns single customers, one sentence each: origins that cannot be resolved. For operators only. */
  notices: z.array(z.string().max(500)).max(50).default([]),
  /** From which its requests come, as origins see them; an older node does not say. */
  addresses: z
    .array(z.union([z.ipv4(), z.ipv6()]))
    .max(32)
    .optional(),
  /** Where other nodes reach what it serves, such as `http://10.0.0.5:8090`; and where publishers reach a live node. */
  doors: z
    .object({
      url: z.url({ protocol: /^https?$/ }).max(300),
      rtmpPort: z.number().int().min(1).max(65_535).nullable().default(null),
      rtmpsPort: z.number().int().min(1).max(65_535).nullable().default(null),
    })
    .optional(),
});
export type NodeReport = z.infer<typeof NodeReport>;

/** What nodes say to the control plane. Each node authenticates with its own credential. */
export const nodeRoutes = {
  joinNode: route({
    method: 'POST',
    path: '/nodes/join',
    summary: "Exchange a one-time join token for the node's own credential",
    tag,
    access: 'public',
    internal: true,
    body: z.object({ token: z.string().max(200) }),
    status: 201,
    reply: success({ nodeId: z.string(), name: z.string(), kind: NodeKind, credential: z.string() }),
    errors: ['invalid_credentials', 'rate_limited'],
  }),
  followFeed: route({
    method: 'GET',
    path: '/nodes/feed',
    summary: 'Desired state beyond a cursor; waits until there is some',
    tag,
    access: 'node',
    internal: true,
    query: z.object({
      epoch: z.string().max(60).optional(),
      cursor: z.coerce.number<number>().int().min(0).default(0),
      /** `1` asks for the next part of a full picture, of which more was waiting beyond the cursor. */
      continues: z.enum(['1']).optional(),
      waitSeconds: z.coerce.number<number>().int().min(0).max(25).default(25),
    }),
    status: 200,
    reply: FeedReply,
  }),
  reportNode: route({
    method: 'PUT',
    path: '/nodes/report',
    summary: 'Acknowledge what was applied and refused; also the heartbeat',
    tag,
    access: 'node',
    internal: true,
    body: NodeReport,
    status: 200,
    reply: success({ state: z.enum(['in_service', 'draining']) }),
    bodyLimitBytes: 8_000_000,
  }),
  reportUsage: route({
    method: 'POST',
    path: '/nodes/usage',
    summary: "Hand over a batch of an edge's usage; the same batch twice counts once",
    tag,
    access: 'node',
    internal: true,
    body: z.object({ batchId: z.string().min(1).max(100), minutes: z.array(UsageMinute).max(20_000) }),
    status: 200,
    reply: success({ counted: z.boolean() }),
    bodyLimitBytes: 32_000_000,
  }),
  reportDnsUsage: route({
    method: 'POST',
    path: '/nodes/dns-usage',
    summary: "Hand over a batch of a name server's usage; the same batch twice counts once",
    tag,
    access: 'node',
    internal: true,
    body: z.object({
      batchId: z.string().min(1).max(100),
      hours: z.array(DnsUsageHour).max(100_000),
      gaps: z.array(DnsUsageGap).max(1000),
    }),
    status: 200,
    reply: success({ counted: z.boolean() }),
    bodyLimitBytes: 32_000_000,
  }),
};
