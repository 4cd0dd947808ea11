import type { EdgePurge } from '@headwater/contract/nodes/edge-document';
import type { Purge, PurgeDetails } from '@headwater/contract/zones/purge';
import { recordActivity } from '../../lib/activity.ts';
import { putDesiredState } from '../../lib/desired-state.ts';
import type { Deps } from '../../lib/feature.ts';
import { notify } from '../../lib/notify.ts';
import { notFound } from '../../lib/problem.ts';
import { newId } from '../../lib/secret.ts';
import type { Who } from '../../lib/who.ts';
import { describeDeployment, type NodeProgress } from '../nodes/index.ts';
import { publishZone, refuseDeleted, refuseInactive, type ZoneKey } from './change.ts';
import { hostnameOf } from './hostnames.ts';
import { addBans, type PurgePlan, readPurgeEntries } from './purge-entries.ts';
import { insertPurge, type PurgeRow } from './purge-store.ts';
import { lockZone, updateZone, type ZoneRow } from './store.ts';

/** Records a purge and orders it from the edges, in one transaction. */
export async function orderPurge(
  { database, settings }: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  key: ZoneKey,
  files: string[],
): Promise<PurgeRow> {
  return database.asCustomer(who.customerId, async (tx) => {
    const zone = await lockZone(tx, key);
    if (!zone) throw notFound('Zone');
    await refuseInactive(tx, zone.service_id);
    refuseDeleted(zone);
    const plan = readPurgeEntries(files, [hostnameOf(zone.alias, settings)], zone.settings.queryString === 'ignore');
    const purgeId = newId();
    await recordActivity(tx.db, who, {
      action: 'zone.purged',
      object: { type: 'zone', id: zone.id, name: zone.name },
      serviceId: key.serviceId,
      changes: {
        files: { from: null, to: files.length > 10 ? [...files.slice(0, 10), `and ${files.length - 10} more`] : files },
      },
    });
    let seq = 0;
    if (plan.paths.length > 0 && !plan.wholeZone) {
      const order: EdgePurge = { zoneId: zone.id, paths: plan.paths };
      seq = await putDesiredState(tx, 'edge', `purge/${purgeId}`, who.customerId, order);
    }
    // Last, so that the purge's place is that of the zone's document, which an edge may refuse.
    if (plan.wholeZone || plan.bans.length > 0) {
      seq = await publishZone({ settings }, tx, await updateZone(tx, zone.id, applyPlan(zone, plan)));
    }
    await notify(tx.db, {
      customerId: who.customerId,
      event: { topic: 'purges', serviceId: key.serviceId, id: zone.id },
    });
    return insertPurge(tx, {
      id: purgeId,
      customer_id: who.customerId,
      zone_id: zone.id,
      requested_by: who.name,
      kind: kindOf(plan),
      files,
      seq,
    });
  });
}

function applyPlan(zone: ZoneRow, plan: PurgePlan) {
  // A new generation leaves everything behind, the wildcard purges with it.
  if (plan.wholeZone) return { generation: zone.generation + 1, bans: [] };
  return addBans(zone, plan.bans);
}

function kindOf({ wholeZone, bans, paths }: PurgePlan): Purge['kind'] {
  if (wholeZone) return 'zone';
  if (bans.length > 0) return paths.length > 0 ? 'mixed' : 'wildcard';
  return 'url';
}

export function toPurge(row: PurgeRow, nodes: NodeProgress[]): Purge {
  return {
    purgeId: row.id,
    files: row.files,
    fileCount: row.file_count,
    kind: row.kind as Purge['kind'],
    createdAt: row.created_at.toISOString(),
    requestedBy: row.requested_by,
    deployment: describeDeployment('edge', { ...row, changed_at: row.created_at, refusal: row.refusal ?? null }, nodes),
  };
}

/** Where one node stands with a purge. */
export function toPurgeNode(
  purge: PurgeRow,
  node: NodeProgress,
  doneAt: Date | undefined,
  isRefused: boolean,
): PurgeDetails['nodes'][number] {
  const unknown = { node: node.name, latencyMs: null, doneAt: null };
  if (isRefused) return { ...unknown, state: 'refused' };
  if (doneAt) {
    const latencyMs = Math.max(0, doneAt.getTime() - purge.created_at.getTime());
    return { node: node.name, state: 'done', latencyMs, doneAt: doneAt.toISOString() };
  }
  // It joined after the purge, and has nothing of what was purged before it came.
  if (node.applied_seq >= purge.seq) return { ...unknown, state: 'done' };
  return { ...unknown, state: node.present ? 'pending' : 'away' };
}
