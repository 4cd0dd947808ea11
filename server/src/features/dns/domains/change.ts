import { changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { Problem } from '../../../lib/problem.ts';
import { refuseStale } from '../../../lib/revision.ts';
import type { Who } from '../../../lib/who.ts';
import { refuseInactive as refuseInactiveService } from '../../services/index.ts';
import { publishDomain, publishWithParent } from '../publish.ts';
import { lockFamilyOf } from './family.ts';
import { type DomainChange, type DomainKey, type DomainRow, lockDomain, updateDomain } from './store.ts';

/** What is done to a domain, as the activity log names it. */
type DomainDeed =
  | 'domain.changed'
  | 'domain.disabled'
  | 'domain.enabled'
  | 'domain.deleted'
  | 'domain.restored'
  | 'domain.signed'
  | 'domain.unsigned';

/** What a customer may do to a domain whatever became of its service. */
const endsServing: ReadonlySet<DomainDeed> = new Set(['domain.disabled', 'domain.deleted']);

/** Fields of a domain that the activity log may tell. */
const told = ['status', 'soa', 'preferred'] as const;

/**
 * Changes one domain, what name servers are to answer and the activity log, in one transaction. Where nothing would be
 * different, nothing happens.
 * @param rule looks at the locked domain and says what changes; it may throw a Problem instead.
 */
export async function changeDomain(
  deps: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  key: DomainKey,
  deed: { action: DomainDeed; ifMatch: string | null },
  rule: (domain: DomainRow, tx: Tx) => DomainChange | Promise<DomainChange>,
): Promise<void> {
  await deps.database.asCustomer(who.customerId, async (tx) => {
    const concernsParent = deed.action !== 'domain.changed';
    if (concernsParent) await lockFamilyOf(tx, key);
    const domain = await lockDomain(tx, key);
    if (!endsServing.has(deed.action)) await refuseInactive(tx, domain.service_id);
    refuseStale(deed.ifMatch, domain.revision);
    const change = await rule(domain, tx);
    if (Object.keys(changesBetween(domain, change)).length === 0) return;
    const changed = await updateDomain(tx, domain.id, { ...change, revision: domain.revision + 1 });
    const shown = Object.fromEntries(told.flatMap((field) => (field in change ? [[field, change[field]]] : [])));
    await recordActivity(tx.db, who, {
      action: deed.action,
      object: { type: 'domain', id: domain.id, name: domain.domain },
      serviceId: domain.service_id,
      changes: changesBetween(domain, shown),
    });
    const publish = concernsParent ? publishWithParent : publishDomain;
    await publish(deps, tx, changed);
  });
}

/** A deleted domain takes no changes until it is restored. */
export function refuseDeleted(domain: Pick<DomainRow, 'deleted_at'>): void {
  if (domain.deleted_at) throw new Problem('conflict', 'This domain is deleted. Restore it first.');
}

/** With `hold` the service stays Active until the transaction ends. @throws Problem `not_found`, `service_inactive`. */
export const refuseInactive = (tx: Pick<Tx, 'db'>, serviceId: number, hold?: 'hold'): Promise<void> =>
  refuseInactiveService(tx, serviceId, 'its domains can only be disabled or deleted', hold);
