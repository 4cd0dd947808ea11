import { changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { type Limit, takeAttempts } from '../../../lib/limits.ts';
import { notify } from '../../../lib/notify.ts';
import type { Who } from '../../../lib/who.ts';
import { type DomainKey, type DomainRow, lockDomain } from '../domains/store.ts';
import { judge } from './judge.ts';
import { saveDelegation } from './store.ts';

/** Other people's name servers are asked: a button that is held down must not become a flood. */
const perDomain: Limit = { attempts: 10, windowSeconds: 60 };

type CheckDeps = Pick<Deps, 'database' | 'lookUpDelegation' | 'settings'>;

/**
 * Asks the parent of a domain that somebody wants checked, and keeps what it says.
 * @throws Problem `rate_limited`.
 */
export async function checkDelegation(
  deps: CheckDeps,
  who: Who,
  { id, domain, service_id: serviceId }: Pick<DomainRow, 'id' | 'domain' | 'service_id'>,
): Promise<void> {
  await takeAttempts(deps.database.ownerPool, [{ subject: `delegation ${id}`, limit: perDomain }]);
  const says = await deps.lookUpDelegation(domain);
  const key: DomainKey = { serviceId, domainId: id };
  await deps.database.asCustomer(who.customerId, async (tx) => {
    const before = await lockDomain(tx, key);
    const delegation = judge(before.delegation, says, deps.settings.nameservers, new Date());
    await keepDelegation(tx, before, delegation);
    await recordActivity(tx.db, who, {
      action: 'domain.checked',
      object: { type: 'domain', id, name: domain },
      serviceId,
      changes: changesBetween({ delegation: before.delegation.state ?? 'unchecked' }, { delegation: delegation.state }),
    });
  });
}

/** Writes what is known by now, and tells the customer's browsers. */
export async function keepDelegation(
  tx: Pick<Tx, 'db'>,
  before: Pick<DomainRow, 'id' | 'customer_id' | 'service_id' | 'delegation'>,
  delegation: DomainRow['delegation'],
): Promise<void> {
  await saveDelegation(tx, before.id, delegation);
  await notify(tx.db, {
    customerId: before.customer_id,
    event: { topic: 'dns', serviceId: before.service_id, id: before.id },
  });
}
