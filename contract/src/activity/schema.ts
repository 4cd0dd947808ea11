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
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

export const ActivityFilter = z.object({
  serviceId: ServiceId.optional(),
  actor: ActorKind.optional(),
  /** The part of the action before its dot: `zone`, `contact`. */
  type: z.string().max(50).optional(),
  search: z.string().trim().max(200).default(''),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;
