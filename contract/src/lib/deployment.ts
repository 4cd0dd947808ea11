import { z } from 'zod';

/** Whether the engines serve what was asked: see the design's desired state. */
export const Deployment = z
  .object({
    state: z.enum(['pending', 'live', 'failed']),
    /** Nodes in service, and how many of them applied the newest version. */
    nodes: z.number().int(),
    appliedNodes: z.number().int(),
    /** From the change to the last acknowledgement; null until live. */
    latencyMs: z.number().int().nullable(),
    /** Nodes in service that have not been heard of lately. */
    away: z.array(z.string()),
    /** The engine's words, when it refused. */
    reason: z.string().optional(),
    changedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Deployment',
    examples: [
      {
        state: 'live',
        nodes: 3,
        appliedNodes: 2,
        latencyMs: 240,
        away: ['edge-3'],
        changedAt: '2026-11-21T09:30:00.000Z',
      },
      {
        state: 'failed',
        nodes: 3,
        appliedNodes: 3,
        latencyMs: null,
        away: [],
        reason: 'The origin has no address that edges may fetch from.',
        changedAt: '2026-11-21T09:30:00.000Z',
      },
    ],
  });
export type Deployment = z.infer<typeof Deployment>;
