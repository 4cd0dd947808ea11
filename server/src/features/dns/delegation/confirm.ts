import { sql } from 'kysely';
import { changesBetween, operator, recordActivity } from '../../../lib/activity.ts';
import { CommandError } from '../../../lib/command.ts';
import type { Database } from '../../../lib/db.ts';
import type { SeenDelegation } from '../domains/store.ts';
import { keepDelegation } from './check.ts';
import type { DueDomain } from './store.ts';

/** An operator says that a domain is delegated to our name servers, or takes that back. */
export const confirmDelegation = (
  { owner }: Pick<Database, 'owner'>,
  name: string,
  isConfirmed: boolean,
): Promise<void> =>
  owner.transaction().execute(async (db) => {
    const { rows } = await sql<DueDomain>`
      select id, domain, customer_id, service_id, delegation from dns_domains
      where domain = ${name.replace(/\.$/, '')} and deleted_at is null for no key update`.execute(db);
    const before = rows[0];
    if (!before) throw new CommandError(`There is no domain ${name}.`);
    const state = before.delegation.state ?? 'unchecked';
    if (!isConfirmed && state !== 'confirmed') throw new CommandError(`${name} was not confirmed by an operator.`);
    const { isOurs: _, checkedAt: __, ...seen } = before.delegation;
    // Not checked yet, so that the next run asks its parent.
    const after: SeenDelegation = isConfirmed
      ? { ...before.delegation, state: 'confirmed', isOurs: true }
      : { ...seen, state: 'unchecked' };
    await keepDelegation({ db }, before, after);
    await recordActivity(db, operator(before.customer_id), {
      action: isConfirmed ? 'domain.confirmed' : 'domain.unconfirmed',
      object: { type: 'domain', id: before.id, name: before.domain },
      serviceId: before.service_id,
      changes: changesBetween({ delegation: state }, { delegation: after.state }),
    });
  });
