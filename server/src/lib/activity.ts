import type { ActorKind } from '@headwater/contract/activity/schema';
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

/** Who did something: a `Who` of a request is one. */
export type Actor = {
  kind: ActorKind;
  customerId: number;
  name: string;
  userId?: number;
  credentialId?: string;
  address?: string;
  requestId?: string;
};

export type Changes = Record<string, { from: unknown; to: unknown }>;

export type Deed = {
  /** What it was done to and a verb in the past: `zone.created`. */
  action: `${string}.${string}`;
  object: { type: string; id: string | number; name: string };
  serviceId?: number;
  changes?: Changes;
};

/** Writes into the activity log, in the transaction of the change itself. */
export async function recordActivity(db: Kysely<DB>, actor: Actor, { action, object, serviceId, changes }: Deed) {
  await db
    .insertInto('activity')
    .values({
      customer_id: actor.customerId,
      actor_kind: actor.kind,
      actor_id: (actor.kind === 'key' ? actor.credentialId : actor.userId?.toString()) ?? null,
      actor_name: actor.name,
      action,
      object_type: object.type,
      object_id: String(object.id),
      object_name: object.name,
      service_id: serviceId ?? null,
      changes: sql`${JSON.stringify(changes ?? {})}::jsonb`,
      address: actor.address ?? null,
      request_id: actor.requestId ?? null,
    })
    .execute();
}

/** An operator who acts for a customer, by the name that the system knows them by. */
export function operator(customerId: number): Actor {
  const { SUDO_USER, USER, LOGNAME } = process.env;
  return { kind: 'operator', customerId, name: `Operator ${SUDO_USER || USER || LOGNAME || 'operator'}` };
}

/** Headwater itself, such as a job. */
export const system = (customerId: number): Actor => ({ kind: 'system', customerId, name: 'System' });

/**
 * What differs between two versions, by field; a nested object's fields as `settings.hostHeader`. Only the fields that
 * the new version names are looked at.
 */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>, prefix = ''): Changes {
  const changes: Changes = {};
  for (const [field, to] of Object.entries(after)) {
    const from = before[field];
    if (to === undefined) continue;
    if (isPlain(from) && isPlain(to)) Object.assign(changes, changesBetween(from, to, `${prefix}${field}.`));
    else if (JSON.stringify(from) !== JSON.stringify(to)) changes[prefix + field] = { from: from ?? null, to };
  }
  return changes;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
