import { z } from 'zod';
import { Deployment } from './schema.ts';

/** One entry: a path of the zone, or a URL of one of its own hosts; a trailing `*` is a wildcard, `/*` the whole zone. */
export const PurgeEntry = z.string().trim().min(1, 'Enter a path such as /images/logo.png').max(4096);

export const PurgeRequest = z.object({
  files: z.array(PurgeEntry).min(1, 'Name at least one file').max(1000, 'A purge takes at most 1,000 entries'),
});

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
  .meta({ id: 'Purge' });
export type Purge = z.infer<typeof Purge>;

export const PurgeDetails = Purge.extend({
  nodes: z.array(
    z.object({
      node: z.string(),
      state: z.enum(['done', 'pending', 'away']),
      /** From the purge to this node's acknowledgement. */
      latencyMs: z.number().int().nullable(),
      doneAt: z.iso.datetime().nullable(),
    }),
  ),
}).meta({ id: 'PurgeDetails' });
export type PurgeDetails = z.infer<typeof PurgeDetails>;
