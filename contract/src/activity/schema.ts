import { z } from 'zod';
import { ServiceId } from '../services/schema.ts';

export const ActorKind = z.enum(['user', 'contact', 'key', 'operator', 'system']);
export type ActorKind = z.infer<typeof ActorKind>;

export const Activity = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.object({ kind: ActorKind, name: z.string() }),
    /** A verb in the past: `zone.created`, `contact.permissions-changed`. */
    action: z.string(),
    object: z.object({ type: z.string(), id: z.string(), name: z.string() }),
    serviceId: z.number().int().nullable(),
    /** What changed, by field; values are as the API shows them, secrets never stand here. */
    changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
    address: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({
    id: 'Activity',
    examples: [
      {
        id: '4711',
        at: '2026-11-21T09:30:00.000Z',
        actor: { kind: 'key', name: 'API key Deploy pipeline' },
        action: 'zone.changed',
        object: { type: 'zone', id: 'k3v9q2m7x4t8w6p5', name: 'Riverside site' },
        serviceId: 1001,
        changes: { 'settings.edgeTtlSeconds': { from: 60, to: 3600 } },
        address: '203.0.113.7',
        requestId: '0b1f6c1e-5f0a-4c55-9a53-2f1d8f7f0c11',
      },
    ],
  });
export type Activity = z.infer<typeof Activity>;

export const ActivityFilter = z.object({
  /** Only what belongs to this service. */
  serviceId: ServiceId.optional(),
  actor: ActorKind.optional(),
  /** What it was done to: `zone`, `contact`. */
  type: z.string().max(50).optional(),
  search: z.string().trim().max(200).default(''),
  from: z.iso.datetime().optional(),
  /** Up to this moment, itself left out. */
  to: z.iso.datetime().optional(),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;
