import { z } from 'zod';
import { Deployment } from '../lib/deployment.ts';

/** One entry: a path of the zone, or a URL of one of its own hosts; a trailing `*` is a wildcard, `/*` the whole zone. */
export const PurgeEntry = z.string().trim().min(1, 'Enter a path such as /images/logo.png').max(4096);

export const PurgeRequest = z
  .object({
    files: z.array(PurgeEntry).min(1, 'Name at least one file').max(1000, 'A purge takes at most 1,000 entries'),
  })
  .meta({
    examples: [
      { files: ['/css/site.css', 'https://riverside.cdn.example/logo.png?v=2'] },
      { files: ['/images/*'] },
      { files: ['/*'] },
    ],
  });

const purgeExample = {
  purgeId: 'p5r2d8q7m3k9x4cd',
  files: ['/images/*'],
  fileCount: 1,
  kind: 'wildcard',
  createdAt: '2026-11-21T09:30:00.000Z',
  requestedBy: 'Dana Demo',
  deployment: {
    state: 'live',
    nodes: 2,
    appliedNodes: 1,
    latencyMs: 90,
    away: ['edge-2'],
    changedAt: '2026-11-21T09:30:00.000Z',
  },
};

export const Purge = z
  .object({
    purgeId: z.string(),
    files: z.array(z.string()),
    /** How many entries the purge had; `files` holds the first of them in lists. */
    fileCount: z.number().int(),
    kind: z.enum(['url', 'wildcard', 'zone', 'mixed']),
    createdAt: z.iso.datetime(),
    requestedBy: z.string(),
    deployment: Deployment,
  })
  .meta({ id: 'Purge', examples: [purgeExample] });
export type Purge = z.infer<typeof Purge>;

export const PurgeDetails = Purge.extend({
  nodes: z.array(
    z.object({
      node: z.string(),
      state: z.enum(['done', 'pending', 'away', 'refused']),
      /** From the purge to this node's acknowledgement. */
      latencyMs: z.number().int().nullable(),
      doneAt: z.iso.datetime().nullable(),
    }),
  ),
}).meta({
  id: 'PurgeDetails',
  examples: [
    {
      ...purgeExample,
      nodes: [
        { node: 'edge-1', state: 'done', latencyMs: 90, doneAt: '2026-11-21T09:30:00.090Z' },
        { node: 'edge-2', state: 'away', latencyMs: null, doneAt: null },
      ],
    },
  ],
});
export type PurgeDetails = z.infer<typeof PurgeDetails>;
