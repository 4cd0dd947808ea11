import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import { putDesiredState } from '../../lib/desired-state.ts';
import type { Deps } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import { notFound, Problem } from '../../lib/problem.ts';
import type { Who } from '../../lib/who.ts';
import { readServiceStatus, refuseInactive as refuseInactiveService } from '../services/index.ts';
import { toEdgeZone } from './edge-document.ts';
import { lockZone, updateZone, type ZoneChange, type ZoneRow } from './store.ts';

export type ZoneKey = { serviceId: number; mode: 'http'; type: 'pull'; zoneId: string };

/** What is done to a zone, as the activity log names it. */
type ZoneDeed = 'zone.changed' | 'zone.disabled' | 'zone.enabled' | 'zone.deleted' | 'zone.restored';

/** What a customer may do to a zone whatever became of its service. */
const endsServing: ReadonlySet<ZoneDeed> = new Set(['zone.disabled', 'zone.deleted']);

/**
 * Changes one zone, what the edges are to do about it and the activity log, in one transaction. Where nothing would be
 * different, nothing happens.
 * @param rule looks at the locked zone and says what changes; it may throw a Problem instead.
 */
export async function changeZone(
  deps: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  key: ZoneKey,
  action: ZoneDeed,
  rule: (zone: ZoneRow) => ZoneChange,
): Promise<void> {
  await deps.database.asCustomer(who.customerId, async (tx) => {
    const zone = await lockZone(tx, key);
    if (!zone) throw notFound('Zone');
    if (!endsServing.has(action)) await refuseInactive(tx, zone.service_id);
    const change = rule(zone);
    const { deleted_at: deletedAt, ...fields } = change;
    const changes = changesBetween(zone, fields);
    const movesBin = deletedAt !== undefined && (deletedAt === null) !== (zone.deleted_at === null);
    if (!movesBin && Object.keys(changes).length === 0) return;
    const changed = await updateZone(tx, zone.id, { ...change, revision: zone.revision + 1 });
    await recordActivity(tx.db, who, {
      action,
      object: { type: 'zone', id: zone.id, name: changed.name },
      serviceId: zone.service_id,
      changes,
    });
    await publishZone(deps, tx, changed);
  });
}

/**
 * Writes the zone's desired state and tells the customer's browsers; a deleted zone is taken from the edges. The zone is
 * locked by now: should its service change at the same time, whoever comes second sees what the first one did.
 */
export async function publishZone(
  { settings }: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  zone: ZoneRow,
): Promise<number> {
  await notify(tx.db, {
    customerId: zone.customer_id,
    event: { topic: 'zones', serviceId: zone.service_id, id: zone.id },
  });
  const isActive = (await readServiceStatus(tx, zone.service_id)) === 'Active';
  const document = zone.deleted_at ? null : toEdgeZone(zone, isActive, settings);
  return putDesiredState(tx, 'edge', `zone/${zone.id}`, zone.customer_id, document);
}

/** A deleted zone takes no changes until it is restored. */
export function refuseDeleted(zone: ZoneRow): void {
  if (zone.deleted_at) throw new Problem('conflict', 'This zone is deleted. Restore it first.');
}

/** With `hold` the service stays Active until the transaction ends. @throws Problem `not_found`, `service_inactive`. */
export const refuseInactive = (tx: Pick<Tx, 'db'>, serviceId: number, hold?: 'hold'): Promise<void> =>
  refuseInactiveService(tx, serviceId, 'its zones can only be disabled or deleted', hold);
