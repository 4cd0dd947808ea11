import type { NewDomain } from '@headwater/contract/dns/domain';
import type { ImportPlan } from '@headwater/contract/dns/transfer-routes';
import type { z } from 'zod';
import { changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem } from '../../../lib/problem.ts';
import { newId } from '../../../lib/secret.ts';
import type { Who } from '../../../lib/who.ts';
import { publishWithParent } from '../publish.ts';
import { ZoneEdit } from '../records/edit.ts';
import { insertRecords } from '../records/store.ts';
import { readZoneFile } from '../transfer/read-zone-file.ts';
import { refuseInactive } from './change.ts';
import { lockFamily } from './family.ts';
import { claimName, readNewName } from './name.ts';
import { insertDomain, type SoaSettings, updateDomain } from './store.ts';
import { templateRecords } from './templates.ts';
import type { SoaDefaults } from './to-domain.ts';

export const defaultSoa: SoaSettings = {
  rname: null,
  refresh: 10_800,
  retry: 3600,
  expire: 604_800,
  minimum: 3600,
  ttl: 3600,
};

/** @returns the new domain's id, and what an import did. */
export async function createDomain(
  deps: Pick<Deps, 'database' | 'settings'>,
  who: Who,
  serviceId: number,
  wish: z.output<typeof NewDomain>,
): Promise<{ id: string; plan: ImportPlan | null }> {
  const domain = readNewName(wish.domain);
  const id = newId();
  const plan = await deps.database.asCustomer(who.customerId, async (tx) => {
    // Whoever suspends the service now waits, and then finds this domain.
    await refuseInactive(tx, serviceId, 'hold');
    await claimName(tx, domain, deps.settings);
    await lockFamily(tx, domain);
    const row = await insertDomain(tx, {
      id,
      customer_id: who.customerId,
      service_id: serviceId,
      domain,
      soa: defaultSoa,
      preferred: false,
    });
    const edit = new ZoneEdit(row, []);
    const plan = fill(edit, wish, deps.settings);
    const filled = edit.soa ? await updateDomain(tx, id, { soa: edit.soa }) : row;
    await insertRecords(tx, edit.difference().after);
    await recordActivity(tx.db, who, {
      action: 'domain.created',
      object: { type: 'domain', id, name: domain },
      serviceId,
      changes: changesBetween({}, { domain, records: edit.size }),
    });
    await publishWithParent(deps, tx, filled, edit.rows());
    return plan;
  });
  return { id, plan };
}

/** What the domain starts with. */
function fill(edit: ZoneEdit, wish: z.output<typeof NewDomain>, defaults: SoaDefaults): ImportPlan | null {
  if (wish.start === 'template') {
    for (const record of templateRecords(wish)) edit.add(record, { status: 1, note: '' });
  }
  if (wish.start !== 'import') return null;
  if (wish.zone === undefined) throw fieldProblem('invalid_input', 'zone', 'Choose a zone file, or paste its text');
  return readZoneFile(edit, wish.zone, 'replace', defaults);
}
