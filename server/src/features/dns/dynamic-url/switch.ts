import { absoluteName } from '@headwater/contract/dns/names';
import { recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { notify } from '../../../lib/notify.ts';
import { Problem } from '../../../lib/problem.ts';
import { hashToken, newToken } from '../../../lib/secret.ts';
import type { Who } from '../../../lib/who.ts';
import { refuseDeleted, refuseInactive } from '../domains/change.ts';
import { type DomainKey, type DomainRow, lockDomain } from '../domains/store.ts';
import { nameOf } from '../records/edit.ts';
import type { RecordRow } from '../records/store.ts';
import { findRecord, setSecret } from './store.ts';

export type RecordKey = DomainKey & { recordId: string };

/** The types whose data is an address. */
const dynamicTypes = ['A', 'AAAA'];

/** Gives a record a new secret address; the one before is dead. @throws Problem `not_dynamic`. */
export async function makeDynamicUrl(
  { database, settings }: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  key: RecordKey,
): Promise<{ url: string; host: string; row: RecordRow }> {
  const secret = newToken('hwu');
  return database.asCustomer(who.customerId, async (tx) => {
    const { domain, record } = await lockRecord(tx, key);
    refuseDeleted(domain);
    await refuseInactive(tx, domain.service_id);
    if (!dynamicTypes.includes(record.type)) {
      throw new Problem('not_dynamic', 'Only A and AAAA records can have a dynamic URL: it sets an address.');
    }
    const row = await setSecret(tx, record.id, hashToken(secret));
    await tell(tx, who, domain, row, 'record.dynamic-url-created');
    return {
      url: `${settings.publicUrl}/api/v1/dynamic-dns/${secret}`,
      host: absoluteName(row.host, domain.domain),
      row,
    };
  });
}

/** What leaked must be ended whatever became of the domain and its service. */
export const endDynamicUrl = ({ database }: Pick<Deps, 'database'>, who: Who, key: RecordKey): Promise<RecordRow> =>
  database.asCustomer(who.customerId, async (tx) => {
    const { domain, record } = await lockRecord(tx, key);
    if (record.dynamic_hash === null) return record;
    const row = await setSecret(tx, record.id, null);
    await tell(tx, who, domain, row, 'record.dynamic-url-disabled');
    return row;
  });

/** Under the domain's lock, as every change of its records. */
async function lockRecord(tx: Tx, key: RecordKey): Promise<{ domain: DomainRow; record: RecordRow }> {
  const domain = await lockDomain(tx, key);
  return { domain, record: await findRecord(tx, domain.id, key.recordId) };
}

async function tell(
  tx: Pick<Tx, 'db'>,
  who: Who,
  domain: DomainRow,
  row: RecordRow,
  action: `record.dynamic-url-${string}`,
): Promise<void> {
  const object = { type: 'record', id: row.id, name: nameOf(row, domain) };
  await recordActivity(tx.db, who, { action, object, serviceId: domain.service_id });
  await notify(tx.db, {
    customerId: domain.customer_id,
    event: { topic: 'dns', serviceId: domain.service_id, id: domain.id },
  });
}
