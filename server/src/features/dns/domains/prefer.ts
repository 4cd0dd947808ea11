import { sql } from 'kysely';
import { recordActivity } from '../../../lib/activity.ts';
import type { Deps } from '../../../lib/feature.ts';
import { notify } from '../../../lib/notify.ts';
import { refuseStale } from '../../../lib/revision.ts';
import type { Who } from '../../../lib/who.ts';
import { refuseDeleted, refuseInactive } from './change.ts';
import { type DomainKey, lockDomain } from './store.ts';

/** Makes it the service's one preferred domain. What name servers answer is the same. */
export const preferDomain = (
  { database }: Pick<Deps, 'database'>,
  who: Who,
  key: DomainKey,
  ifMatch: string | null,
): Promise<void> =>
  database.asCustomer(who.customerId, async (tx) => {
    // Whoever waits for the same service sees the other's choice: a unique index holds one at a time.
    await sql`select pg_advisory_xact_lock(hashtext(${`preferred domain of ${key.serviceId}`}))`.execute(tx.db);
    // In the order of their ids, as everybody who locks several.
    await sql`
      select from dns_domains where service_id = ${key.serviceId} and (preferred or id = ${key.domainId})
      order by id for no key update`.execute(tx.db);
    const domain = await lockDomain(tx, key);
    refuseDeleted(domain);
    await refuseInactive(tx, domain.service_id);
    refuseStale(ifMatch, domain.revision);
    if (domain.preferred) return;
    await sql`
      update dns_domains set preferred = false, revision = revision + 1
      where service_id = ${key.serviceId} and preferred`.execute(tx.db);
    await sql`
      update dns_domains set preferred = true, revision = revision + 1, updated_at = now()
      where id = ${domain.id}`.execute(tx.db);
    await recordActivity(tx.db, who, {
      action: 'domain.changed',
      object: { type: 'domain', id: domain.id, name: domain.domain },
      serviceId: domain.service_id,
      changes: { preferred: { from: false, to: true } },
    });
    await notify(tx.db, {
      customerId: domain.customer_id,
      event: { topic: 'dns', serviceId: domain.service_id, id: domain.id },
    });
  });
