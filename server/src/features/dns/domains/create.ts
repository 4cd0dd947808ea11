import type { NewDomain } from '@headwater/contract/dns/domain';
import type { z } from 'zod';
import { changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import { newId } from '../../../lib/secret.ts';
import type { Who } from '../../../lib/who.ts';
import { publishDomain } from '../publish.ts';
import { ZoneEdit } from '../records/edit.ts';
import { insertRecords } from '../records/store.ts';
import { readZoneFile } from '../transfer/read-zone-file.ts';
import { refuseInactive } from './change.ts';
import { claimName, readNewName } from './name.ts';
import { insertDomain, type SoaSettings } from './store.ts';
import { templateRecords } from './templates.ts';

export const defaultSoa: SoaSettings = {
  rname: null,
  refresh: 10_800,
  retry: 3600,
  expire: 604_800,
  minimum: 3600,
  ttl: 3600,
};

/** @returns the new domain's id. */
export async function createDomain(
  deps: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  serviceId: number,
  wish: z.output<typeof NewDomain>,
): Promise<string> {
  const domain = readNewName(wish.domain);
  const id = newId();
  await deps.database.asCustomer(who.customerId, async (tx) => {
    // Whoever suspends the service now waits, and then finds this domain.
    await refuseInactive(tx, serviceId, 'hold');
    await claimName(tx, domain, deps.settings);
    const row = await insertDomain(tx, {
      id,
      customer_id: who.customerId,
      service_id: serviceId,
      domain,
      soa: defaultSoa,
      preferred: false,
    });
    const edit = new ZoneEdit(row, []);
    fill(edit, wish);
    await insertRecords(tx, edit.difference().after);
    await recordActivity(tx.db, who, {
      action: 'domain.created',
      object: { type: 'domain', id, name: domain },
      serviceId,
      changes: changesBetween({}, { domain, records: edit.size }),
    });
    await publishDomain(deps, tx, row, edit.rows());
  });
  return id;
}

/** What the domain starts with. */
function fill(edit: ZoneEdit, wish: z.output<typeof NewDomain>): void {
  if (wish.start === 'template') {
    for (const record of templateRecords(wish)) edit.add(record, { status: 1, note: '' });
  }
  if (wish.start === 'import') {
    if (wish.zone === undefined) throw fieldProblem('invalid_input', 'zone', 'Choose a zone file, or paste its text');
    readZoneFile(edit, wish.zone, 'merge');
  }
}
