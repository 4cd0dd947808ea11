import type { RecordInput } from '@headwater/contract/dns/record-types';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { newId } from '../../../lib/secret.ts';
import { publishDomain } from '../publish.ts';
import { ZoneEdit } from '../records/edit.ts';
import { insertRecords } from '../records/store.ts';
import { defaultSoa } from './create.ts';
import { insertDomain } from './store.ts';

/** A domain with its records, put in and published without a person's request. */
export async function seedDomain(
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Tx, 'db'>,
  owner: { customerId: number; serviceId: number },
  domain: string,
  records: readonly RecordInput[],
): Promise<string> {
  const row = await insertDomain(tx, {
    id: newId(),
    customer_id: owner.customerId,
    service_id: owner.serviceId,
    domain,
    soa: defaultSoa,
    preferred: true,
  });
  const edit = new ZoneEdit(row, []);
  for (const record of records) edit.add(record, { status: 1, note: '' });
  await insertRecords(tx, edit.difference().after);
  await publishDomain(deps, tx, row, edit.rows());
  return row.id;
}
